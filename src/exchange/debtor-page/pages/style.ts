/** How the page looks: one column, first of all on a telephone; no script and nothing from elsewhere. */
export const style = `
:root{color-scheme:light dark;--ink:light-dark(#16202a,#e8edf1);--mute:light-dark(#51606d,#a9b6c1);--line:light-dark(#d5dce2,#38444f);
--ground:light-dark(#fff,#11181f);--soft:light-dark(#f2f6f8,#1a232b);--accent:light-dark(#0b7285,#5fd0e2);--on:light-dark(#fff,#06222a);--bad:light-dark(#b42318,#ff9a8f);--good:light-dark(#0f6b3c,#7bdba5)}
*{box-sizing:border-box}html{font:17px/1.55 "Inter Variable",Inter,system-ui,sans-serif;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--ground);color:var(--ink);overflow-wrap:break-word}
header,main,footer{max-width:42rem;margin:0 auto;padding:0 1.125rem}
header{display:flex;flex-wrap:wrap;gap:.25rem 1rem;align-items:center;justify-content:space-between;padding-top:.75rem;padding-bottom:.75rem;border-bottom:1px solid var(--line)}
header strong{font-size:1.0625rem}nav ul{display:flex;gap:.25rem;margin:0;padding:0;list-style:none}
nav a{display:inline-block;min-width:2.75rem;padding:.5rem;text-align:center}nav a[aria-current]{font-weight:700;text-decoration:none;color:var(--ink)}
a{color:var(--accent);text-underline-offset:.15em}a:focus-visible,button:focus-visible,input:focus-visible,select:focus-visible,textarea:focus-visible,summary:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.skip{position:absolute;left:-999rem}.skip:focus{left:1rem;top:.5rem;background:var(--ground);padding:.5rem}
main{padding-top:1.5rem;padding-bottom:2rem}h1{font-size:1.625rem;line-height:1.25;margin:0 0 .75rem}h2{font-size:1.25rem;line-height:1.3;margin:2rem 0 .5rem}h3{font-size:1.0625rem;margin:0}
p{margin:0 0 .875rem}.mute{color:var(--mute)}.whole{white-space:nowrap}.sum{font-size:2rem;font-weight:700;font-variant-numeric:tabular-nums;margin:0;line-height:1.2}
.card{border:1px solid var(--line);border-radius:.5rem;padding:1rem;margin:0 0 1rem;background:var(--ground)}.card p:last-child{margin-bottom:0}
.row{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.25rem 1rem;align-items:baseline}.row .num,.num{font-variant-numeric:tabular-nums;white-space:nowrap}
.note{border-left:.25rem solid var(--accent);background:var(--soft);padding:.75rem 1rem;margin:0 0 1rem}.note p:last-child{margin:0}.good{border-color:var(--good)}
.bad{border-left:.25rem solid var(--bad);background:var(--soft);padding:.75rem 1rem;margin:0 0 1rem}.bad h2{margin:0 0 .25rem;font-size:1.0625rem}.bad ul{margin:0;padding-left:1.125rem}
.error{color:var(--bad);font-weight:600;margin:0 0 .25rem}label,legend{font-weight:600;display:block;margin:0 0 .25rem;padding:0}.hint{color:var(--mute);margin:0 0 .375rem;font-weight:400}
.field{margin:0 0 1.25rem}fieldset{border:0;margin:0 0 1.25rem;padding:0;min-width:0}
input,select,textarea{font:inherit;color:inherit;background:var(--ground);border:1px solid var(--mute);border-radius:.375rem;padding:.625rem .75rem;width:100%;max-width:100%;min-height:2.875rem}
input[aria-invalid],textarea[aria-invalid],select[aria-invalid]{border:2px solid var(--bad)}.short{max-width:12rem}.tiny{max-width:6rem}
.parts{display:flex;gap:.75rem;flex-wrap:wrap}.parts>div{flex:0 1 6rem}.parts label{font-weight:400}
.choice{display:flex;gap:.75rem;align-items:center;min-height:2.75rem}.choice input{width:1.375rem;min-height:1.375rem;flex:none;margin:0;accent-color:var(--accent)}.choice label{font-weight:400;margin:0;padding:.5rem 0;flex:1}
button,.button{font:inherit;font-weight:600;display:inline-block;border:1px solid var(--accent);background:var(--accent);color:var(--on);border-radius:.375rem;padding:.6875rem 1.25rem;min-height:2.875rem;text-decoration:none;cursor:pointer}
.plain{background:none;color:var(--accent)}.acts{list-style:none;margin:0;padding:0;border-top:1px solid var(--line)}.acts li{border-bottom:1px solid var(--line)}.acts a{display:block;padding:.8125rem 0}
details{border-bottom:1px solid var(--line)}summary,.leaf{display:flex;justify-content:space-between;gap:1rem;padding:.625rem 0;cursor:pointer}.leaf{cursor:default;border-bottom:1px solid var(--line)}summary span:first-child::before{content:"+ "}details[open]>summary span:first-child::before{content:"− "}
details details,details .leaf{margin-left:1rem;font-size:.9375rem}.total{font-weight:700}
dl{display:grid;grid-template-columns:minmax(7rem,auto) 1fr;gap:.25rem 1rem;margin:0 0 1rem}dt{color:var(--mute)}dd{margin:0;font-variant-numeric:tabular-nums}
table{border-collapse:collapse;width:100%;margin:0 0 1rem}th,td{text-align:left;padding:.5rem 0;border-bottom:1px solid var(--line)}td.num,th.num{text-align:right}
.events{list-style:none;margin:0;padding:0}.events li{padding:.5rem 0;border-bottom:1px solid var(--line)}.events time{display:block;color:var(--mute);font-size:.9375rem}
footer{border-top:1px solid var(--line);padding-top:1rem;padding-bottom:2rem;font-size:.9375rem;color:var(--mute)}footer h2{margin:0 0 .25rem;font-size:1.0625rem;color:var(--ink)}
.leave{margin-top:2.5rem;border-top:1px solid var(--line);padding-top:1rem}
@media print{nav,.acts,.leave,form{display:none}details>*{display:block}}
`;
