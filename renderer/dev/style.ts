/** The look of the tools. Their shadow root keeps it from the page, and the page's look from them. */
export const style = `
:host{all:initial;position:fixed;inset:0 auto auto 0;width:0;height:0;overflow:visible}
*{box-sizing:border-box}
:host,button,select,input{font:14px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif;color:#f1f5f9}
.tools{position:fixed;left:12px;bottom:calc(12px + var(--below,0px));z-index:2147483646;display:flex;flex-direction:column;align-items:flex-start;gap:8px;max-width:calc(100vw - 24px)}
button{cursor:pointer;border:1px solid #475569;border-radius:8px;background:#1e293b;padding:6px 12px;min-height:32px}
button:hover{background:#334155}
button:focus-visible,select:focus-visible,a:focus-visible,summary:focus-visible,[tabindex]:focus-visible{outline:3px solid #60a5fa;outline-offset:2px}
.open{display:flex;align-items:center;gap:8px;border-radius:999px;background:#0f172a;box-shadow:0 2px 10px #0006}
.open i{width:9px;height:9px;border-radius:50%;background:#4ade80}
.open[data-state=warning] i{background:#facc15}.open[data-state=error] i{background:#f87171}.open[data-state=off] i{background:#94a3b8}
.spoken{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.panel{width:300px;max-width:100%;max-height:max(120px,calc(100vh - 84px - var(--below,0px)));overflow:auto;background:#0f172a;border:1px solid #334155;border-radius:12px;padding:14px;box-shadow:0 8px 30px #0008}
.panel[hidden]{display:none}
.panel h2{font-size:14px;font-weight:600;margin:0 0 10px}
label{display:grid;grid-template-columns:76px minmax(0,1fr);align-items:center;gap:10px;margin:0 0 8px}
select{width:100%;min-height:34px;padding:4px 8px;background:#1e293b;border:1px solid #475569;border-radius:8px}
.panel button{width:100%;margin-top:4px}
.hint{margin:10px 0 0;color:#cbd5e1;font-size:12px}
.mistakes{position:fixed;left:0;right:0;bottom:0;z-index:2147483647;max-height:62vh;overflow:auto;background:#0f172a;color:#f1f5f9;border-top:4px solid #f87171;padding:16px 20px 20px;box-shadow:0 -8px 40px #000a}
.mistakes[hidden]{display:none}
.mistakes header{display:flex;gap:16px;align-items:flex-start;justify-content:space-between;max-width:1000px;margin:0 auto}
.mistakes h2{font-size:17px;line-height:1.35;margin:0}
.mistakes header p{margin:2px 0 0;color:#cbd5e1}
.mistakes ol,.warnings ol{list-style:none;margin:0;padding:0}
.mistakes ol{max-width:1000px;margin:0 auto}
li{margin:14px 0 0;padding-top:14px;border-top:1px solid #334155}
li p{margin:0 0 4px}
li .what{font-weight:600;font-size:15px}
li .fix{color:#7dd3fc}
a{color:#93c5fd;overflow-wrap:anywhere}
code{font:12px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;color:#cbd5e1}
pre{margin:8px 0 0;padding:10px 12px;overflow:auto;background:#020617;border-radius:8px;font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;color:#e2e8f0}
summary{cursor:pointer;margin-top:12px}
.inspector{position:fixed;z-index:2147483645;display:flex;flex-direction:column;background:#0f172a;box-shadow:0 0 24px #0006}
.inspector[hidden]{display:none}
.inspector[data-side=below]{left:0;right:0;bottom:0;height:46vh;border-top:1px solid #334155}
.inspector[data-side=below][data-large]{height:85vh}
.inspector[data-side=beside]{top:0;right:0;bottom:0;width:480px;border-left:1px solid #334155}
.inspector[data-side=beside][data-large]{width:min(900px,68vw)}
.inspector header{display:flex;align-items:center;gap:8px;padding:6px 8px 6px 16px}
.inspector h2{font-size:14px;font-weight:600;margin:0 auto 0 0}
.inspector header button{padding:4px 10px;min-height:28px}
.inspector button[hidden]{display:none}
.inspector .content{flex:1;min-height:0}
.inspector .content p{margin:12px 16px}
.inspector iframe{width:100%;height:100%;border:0;background:#fff;display:block}
.viewport{position:fixed;inset:0;z-index:2147483645;background:#334155;display:flex;justify-content:center;padding:12px}
.viewport iframe{height:100%;max-width:100%;border:0;border-radius:12px;background:#fff;box-shadow:0 4px 30px #0008}
@media(max-width:480px){.mistakes{padding:12px 14px 16px}.panel{width:100%}}
@media print{.tools,.mistakes,.viewport,.inspector{display:none}}
`;
