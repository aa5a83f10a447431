/** The HTML of the studio: the login, and the shell of the application. */

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0) as number};`);

/** The style of the login. */
export const loginStyle = `*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px;background:#f4f4f5;color:#18181b;font:16px/1.5 system-ui,sans-serif}main{width:100%;max-width:360px;background:#fff;border:1px solid #e4e4e7;border-radius:12px;padding:32px}h1{font-size:20px;line-height:1.3;margin:0 0 4px}p{margin:0 0 20px;color:#52525b;font-size:14px}[role=alert]{background:#fef2f2;color:#991b1b;border:1px solid #fecaca;border-radius:8px;padding:10px 12px}label{display:block;font-size:14px;font-weight:500;margin-bottom:4px}input{width:100%;font:inherit;padding:8px 12px;margin-bottom:16px;border:1px solid #71717a;border-radius:8px;background:#fff}button{width:100%;font:inherit;font-weight:500;padding:10px;border:0;border-radius:8px;background:#18181b;color:#fff;cursor:pointer}:focus-visible{outline:2px solid #2563eb;outline-offset:2px}`;

/**
 * The login.
 * @param to the path in the studio to go to afterwards
 * @param fault why the last attempt was refused; null before one
 */
export const loginPage = (to: string, fault: string | null): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Log in – Studio</title><style>${loginStyle}</style></head>
<body><main><h1>Studio</h1><p>Log in to see funnels and recorded visits.</p>
${fault === null ? '' : `<p role="alert">${escaped(fault)}</p>`}
<form method="post" action="/studio/login">
<input type="hidden" name="to" value="${escaped(to)}">
<label for="name">Name</label><input id="name" name="name" autocomplete="username" required autofocus maxlength="60">
<label for="password">Password</label><input id="password" name="password" type="password" autocomplete="current-password" required maxlength="256">
<button>Log in</button>
</form></main></body></html>
`;

/** A page in a frame that says why there is no preview. It is drawn as the login. */
export const noPreviewPage = (reason: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>No preview</title><style>${loginStyle}</style></head>
<body><main><h1>There is no preview</h1><p role="alert">${escaped(reason)}</p></main></body></html>
`;

/** The shell of the inspector of `funnel dev`. @param script the address of its code */
export const inspectorPage = (script: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Inspector</title><link rel="icon" href="data:,"><script type="module" src="${escaped(script)}"></script></head>
<body><div id="inspector"></div></body></html>
`;

/** The application's shell. @param script the address of its code */
export const shellPage = (script: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Studio</title><link rel="icon" href="data:,"><script type="module" src="${escaped(script)}"></script></head>
<body><div id="studio"></div><noscript>The studio needs JavaScript.</noscript></body></html>
`;
