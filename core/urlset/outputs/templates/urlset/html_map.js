(function(){"use strict";
var box=document.querySelector(".filter"),input=document.getElementById("filter"),told=document.getElementById("found");
if(!box||!input||!told)return;
var map=document.getElementById("map"),items=[].slice.call(map.querySelectorAll("li")),rests=[].slice.call(map.querySelectorAll(".rest"));
function plain(text){return text.normalize("NFKD").replace(/[\u0300-\u036f]/g,"").toLowerCase();}
var texts=items.map(function(li){return plain(li.querySelector(".row bdi").textContent);});
box.hidden=false;
function filter(){
  var words=plain(input.value).split(/\s+/).filter(Boolean),count=0,shown=new Set();
  if(words.length)items.forEach(function(li,n){
    if(!words.every(function(word){return texts[n].indexOf(word)>=0;}))return;
    if(li.querySelector(".row > a"))count++;
    [].forEach.call(li.querySelectorAll("li"),function(below){shown.add(below);});
    for(var at=li;at&&at!==map;at=at.parentElement)shown.add(at);
  });
  items.forEach(function(li){li.hidden=words.length>0&&!shown.has(li);});
  rests.forEach(function(rest){rest.hidden=words.length>0;});
  told.textContent=!words.length?"":count||shown.size?told.dataset.found.replace("{n}",String(count)):told.dataset.none;
}
input.addEventListener("input",filter);
input.addEventListener("keydown",function(event){
  if(event.key==="Escape"){input.value="";filter();}
  else if(event.key==="ArrowDown"||event.key==="Enter"){
    var first=[].filter.call(map.querySelectorAll("a"),function(a){return a.offsetParent!==null;})[0];
    if(first&&event.key==="ArrowDown"){event.preventDefault();first.focus();}
  }
});
document.addEventListener("keydown",function(event){
  if(event.key==="/"&&!event.ctrlKey&&!event.metaKey&&!event.altKey&&document.activeElement!==input){event.preventDefault();input.focus();}
});
})();
