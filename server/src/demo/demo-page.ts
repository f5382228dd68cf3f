import type { FastifyReply } from 'fastify';

const STYLE = `
:root { color-scheme: light dark; --canvas: light-dark(#f4f7f8, #0a1115); --card: light-dark(#fff, #131c21);
  --text: light-dark(#131c23, #e6ecef); --dimmed: light-dark(#566571, #9fb0ba); --border: light-dark(#dde4e8, #24313a);
  --petrol: light-dark(#0e5163, #84b9c6); --button: light-dark(#0e5163, #166579); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--canvas); color: var(--text); font: 15px/1.55 Geist, system-ui, sans-serif; }
header { background: var(--card); border-bottom: 1px solid var(--border); }
header nav, main { max-width: 960px; margin: 0 auto; padding: 0 24px; }
header nav { display: flex; align-items: center; gap: 24px; min-height: 56px; }
header svg { flex: none; color: var(--petrol); }
header a { color: var(--text); text-decoration: none; padding: 12px 0; }
header a[aria-current] { color: var(--petrol); font-weight: 600; }
main { padding-top: 40px; padding-bottom: 40px; }
h1 { margin: 0 0 8px; font-size: 24px; line-height: 1.25; letter-spacing: -0.02em; overflow-wrap: anywhere; }
h2 { margin: 0; font-size: 17px; letter-spacing: -0.01em; }
p { margin: 0 0 16px; } a { color: var(--petrol); }
a:focus-visible, button:focus-visible { outline: 2px solid var(--petrol); outline-offset: 2px; border-radius: 4px; }
.dimmed { color: var(--dimmed); }
.card { background: var(--card); border: 1px solid var(--border); border-radius: 12px; }
.people { display: grid; grid-template-columns: repeat(auto-fit, minmax(240px, 1fr)); gap: 16px; margin: 24px 0; padding: 0; list-style: none; }
.people li { display: flex; flex-direction: column; gap: 8px; padding: 24px; }
.people .is::first-letter { text-transform: uppercase; }
.people p { flex: 1; margin: 0 0 8px; }
button { min-height: 44px; width: 100%; border: 0; border-radius: 8px; background: var(--button); color: #fff; font: inherit; font-weight: 600; cursor: pointer; }
.mails { margin: 24px 0 0; padding: 0; list-style: none; overflow: hidden; }
.mails li + li { border-top: 1px solid var(--border); }
.mails a { display: grid; grid-template-columns: 1fr auto; gap: 0 16px; padding: 12px 16px; color: inherit; text-decoration: none; }
.mails .sms { display: grid; grid-template-columns: 1fr auto; gap: 4px 16px; padding: 12px 16px; } .mails .sms pre { grid-column: 1 / -1; }
.mails a:hover { background: var(--canvas); } .mails a:focus-visible { outline-offset: -2px; }
.mails strong, .mails .to { overflow-wrap: anywhere; } .mails .to { grid-column: 1 / -1; }
.mail { padding: 24px; margin-top: 24px; } .mail h2 + * { margin-top: 8px; } .mail * + h2 { margin-top: 24px; }
pre { margin: 0; font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; }
iframe { display: block; width: 100%; height: 480px; border: 1px solid var(--border); border-radius: 8px; background: #fff; }
.panic { padding: 24px; margin: 0 0 24px; } .panic p { margin: 8px 0 16px; } .panic button { background: #b42b1d; max-width: 320px; }
.notice { padding: 12px 16px; border-left: 3px solid #b42b1d; margin: 16px 0; }
@media (max-width: 480px) { header nav, main { padding-left: 16px; padding-right: 16px; } main { padding-top: 24px; } }
`;

const SHIELD = 'M16 2 28 7v8.4c0 7.3-4.9 12.5-12 14.6C8.9 27.9 4 22.7 4 15.4V7z';

const LOGO = `<svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round">
<path d="${SHIELD}" fill="currentColor" fill-opacity=".12"/><path d="M9.5 20.5C12 14 19 19 22.5 11"/><circle cx="22.5" cy="11" r="3.2" fill="#f5a524" stroke="none"/></svg>`;

export const escaped = (text: string): string => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

export interface DemoPage {
  path: '/demo' | '/demo/inbox' | '/demo/sms';
  title: string;
  /** HTML. */
  body: string;
}

/** Sends a page of the demo, plain HTML without scripts. */
export function sendDemoPage(reply: FastifyReply, { path, title, body }: DemoPage): FastifyReply {
  const link = (to: DemoPage['path'], name: string): string =>
    `<a href="${to}"${to === path ? ' aria-current="page"' : ''}>${name}</a>`;
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · Trace demo</title>
<link rel="icon" href="/favicon.svg">
<style>${STYLE}</style>
</head>
<body>
<header><nav aria-label="Demo">${LOGO}${link('/demo', 'Demo')}${link('/demo/inbox', 'Inbox')}${link('/demo/sms', 'SMS')}</nav></header>
<main>
${body}
</main>
</body>
</html>`;
  return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html);
}
