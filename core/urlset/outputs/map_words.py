# ruff: noqa: E501 - a table with one language a line
"""The words of the site map for people, in the languages that we can write."""

from __future__ import annotations

FIELDS = ("title", "pages", "changed", "filter", "found", "none", "more", "skip", "breadcrumbs")

_WORDS = {
    "en": "Site map|pages|last change|Filter the pages|{n} pages found|No page found|and {n} more|Skip to the list|Breadcrumbs",
    "de": "Seitenübersicht|Seiten|letzte Änderung|Seiten filtern|{n} Seiten gefunden|Keine Seite gefunden|und {n} weitere|Zur Liste springen|Pfad",
    "fr": "Plan du site|pages|dernière modification|Filtrer les pages|{n} pages trouvées|Aucune page trouvée|et {n} autres|Aller à la liste|Fil d’Ariane",
    "es": "Mapa del sitio|páginas|último cambio|Filtrar las páginas|{n} páginas encontradas|Ninguna página encontrada|y {n} más|Ir a la lista|Ruta de navegación",
    "it": "Mappa del sito|pagine|ultima modifica|Filtra le pagine|{n} pagine trovate|Nessuna pagina trovata|e altre {n}|Vai all’elenco|Percorso",
    "pt": "Mapa do site|páginas|última alteração|Filtrar as páginas|{n} páginas encontradas|Nenhuma página encontrada|e mais {n}|Ir para a lista|Caminho",
    "nl": "Sitemap|pagina’s|laatste wijziging|Pagina’s filteren|{n} pagina’s gevonden|Geen pagina gevonden|en nog {n}|Naar de lijst|Kruimelpad",
    "sv": "Webbplatskarta|sidor|senast ändrad|Filtrera sidorna|{n} sidor hittades|Ingen sida hittades|och {n} till|Hoppa till listan|Brödsmulor",
    "da": "Oversigt|sider|sidste ændring|Filtrér siderne|{n} sider fundet|Ingen side fundet|og {n} til|Gå til listen|Brødkrummer",
    "pl": "Mapa strony|stron|ostatnia zmiana|Filtruj strony|Znalezione strony: {n}|Nie znaleziono strony|i jeszcze {n}|Przejdź do listy|Ścieżka",
    "cs": "Mapa webu|stránek|poslední změna|Filtrovat stránky|Nalezené stránky: {n}|Žádná stránka nenalezena|a dalších {n}|Přejít na seznam|Drobečková navigace",
    "ru": "Карта сайта|страниц|последнее изменение|Фильтр страниц|Найдено страниц: {n}|Страницы не найдены|и ещё {n}|К списку|Путь",
    "ja": "サイトマップ|ページ|最終更新|ページを絞り込む|{n} ページ見つかりました|ページが見つかりません|ほか {n} 件|一覧へ移動|パンくずリスト",
    "zh": "网站地图|个页面|最后更新|筛选页面|找到 {n} 个页面|未找到页面|还有 {n} 个|跳到列表|面包屑导航",
    "ar": "خريطة الموقع|صفحات|آخر تغيير|تصفية الصفحات|الصفحات الموجودة: {n}|لم يتم العثور على صفحة|و{n} أخرى|انتقل إلى القائمة|مسار التنقل",
    "he": "מפת האתר|דפים|שינוי אחרון|סינון הדפים|נמצאו {n} דפים|לא נמצא דף|ועוד {n}|דילוג לרשימה|נתיב ניווט",
}  # fmt: skip
_RIGHT_TO_LEFT = frozenset({"ar", "he", "fa", "ur", "yi", "ckb", "dv", "ps", "sd", "ug"})


def words(lang: str) -> dict[str, str]:
    """The words in ``lang`` (a tag), in English where we have none of it."""
    return dict(zip(FIELDS, _WORDS.get(_primary(lang), _WORDS["en"]).split("|"), strict=True))


def direction(lang: str) -> str:
    """``rtl`` or ``ltr``."""
    return "rtl" if _primary(lang) in _RIGHT_TO_LEFT else "ltr"


def _primary(lang: str) -> str:
    return lang.replace("_", "-").partition("-")[0].lower()
