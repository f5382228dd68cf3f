import type { FastifyInstance } from 'fastify';
import type { Mail, StoredMail } from '#platform/mail/mail';

const SHOWN = 50;

const escaped = (text: string): string => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

const bodyOf = ({ text }: StoredMail): string =>
  text === '' ? '<p>The text was removed when the mail was sent.</p>' : `<pre>${escaped(text)}</pre>`;

/** `/demo/inbox`: the mails that would have gone out. The demo has no mail server, and this page is nowhere else. */
export function addDemoInbox(server: FastifyInstance, mailOf: () => Mail): void {
  server.get('/demo/inbox', { schema: { hide: true } }, async (_request, reply) => {
    const mails = await mailOf().listRecent(SHOWN);
    const items = mails.map(
      (mail) =>
        `<article><h2>${escaped(mail.subject)}</h2><p>To ${escaped(mail.recipient)}</p>${bodyOf(mail)}</article>`,
    );
    const body = items.length === 0 ? '<p>No emails yet.</p>' : items.join('\n');
    return reply
      .type('text/html; charset=utf-8')
      .send(`<!doctype html><html lang="en"><title>Demo inbox</title><h1>Demo inbox</h1>${body}</html>`);
  });
}
