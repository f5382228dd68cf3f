import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Deliver, OutgoingMail } from '#platform/mail/mail';
import { hiddenRoute } from '#platform/http/route-policies';
import { Refusal } from '#platform/refusal/refusal';
import { DEMO_TIME_ZONE } from './demo-people.ts';
import { escaped, sendDemoPage } from './demo-page.ts';

const MOST_KEPT = 100;

type DemoMail = Omit<OutgoingMail, 'createdAt'> & { createdAt: string };

export interface DemoInbox {
  /** Takes the place of a mail server. A mail that is delivered twice is kept once. */
  deliver: Deliver;
  /** The newest first. */
  list(): readonly DemoMail[];
}

/** Receives the mails of all recipients, and keeps them beside the demo's data. */
export function openDemoInbox(directory: string): DemoInbox {
  const file = join(directory, 'inbox.json');
  let mails = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as DemoMail[]) : [];
  return {
    async deliver({ id, recipient, subject, text, html, createdAt }) {
      const mail: DemoMail = { id, recipient, subject, text, html, createdAt: createdAt.toISOString() };
      const others = mails.filter((kept) => kept.id !== id);
      mails = [mail, ...others].toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id);
      mails = mails.slice(0, MOST_KEPT);
      writeFileSync(file, JSON.stringify(mails), { mode: 0o600 });
    },
    list: () => mails,
  };
}

/** `/demo/inbox`: the mails as sent. In the demo's world only. */
export function addDemoInbox(server: FastifyInstance, inbox: DemoInbox): void {
  const path = '/demo/inbox';
  server.get(path, hiddenRoute('anybody'), async (_request, reply) => {
    const body = `<h1>Inbox</h1>\n${listOf(inbox.list(), new Date())}`;
    return sendDemoPage(reply, { path, title: 'Inbox', body });
  });
  server.get<{ Params: { id: string } }>(`${path}/:id`, hiddenRoute('anybody'), async (request, reply) => {
    const mail = inbox.list().find(({ id }) => String(id) === request.params.id);
    if (mail === undefined) throw new Refusal('not_found', 'The demo does not keep this email.');
    return sendDemoPage(reply, { path, title: mail.subject, body: bodyOf(mail, new Date()) });
  });
}

export function listOf(mails: readonly DemoMail[], now: Date): string {
  const intro = '<p class="dimmed">The demo sends every email to this page and none to the internet.</p>';
  if (mails.length === 0)
    return `${intro}<p>No emails yet. An email appears here when someone signs up or gets an alert, for example.</p>`;
  const items = mails.map(
    (mail) =>
      `<li><a href="/demo/inbox/${mail.id}"><strong>${escaped(mail.subject)}</strong>${timeOf(mail, now)}<span class="to dimmed">To ${escaped(mail.recipient)}</span></a></li>`,
  );
  return `${intro}<ul class="mails card">\n${items.join('\n')}\n</ul>`;
}

/** The HTML part cannot run scripts. Its links open in the whole window. */
export function bodyOf(mail: DemoMail, now: Date): string {
  const head = `<h1>${escaped(mail.subject)}</h1><p class="dimmed">To ${escaped(mail.recipient)}, ${timeOf(mail, now)}</p>`;
  const text = `<pre>${withLinks(escaped(mail.text))}</pre>`;
  if (mail.html === null) return `${head}<div class="mail card">${text}</div>`;
  const document = escaped(`<base target="_top">${mail.html}`);
  const sandbox = 'allow-top-navigation-by-user-activation';
  const frame = `<iframe title="The email as HTML" sandbox="${sandbox}" srcdoc="${document}"></iframe>`;
  return `${head}<div class="mail card"><h2>As HTML</h2>${frame}<h2>As text</h2>${text}</div>`;
}

export const withLinks = (html: string): string =>
  html.replace(/https?:\/\/[^\s<>]*[^\s<>.,;:)]/g, (url) => `<a href="${url}">${url}</a>`);

const steps = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
] as const;

const ages = new Intl.RelativeTimeFormat('en-AU', { numeric: 'auto' });
const moments = new Intl.DateTimeFormat('en-AU', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: DEMO_TIME_ZONE,
});

export function timeOf({ createdAt }: { createdAt: string }, now: Date): string {
  const at = new Date(createdAt);
  const ageMs = now.getTime() - at.getTime();
  const step = steps.find(({ ms }) => ageMs >= ms);
  const age = step === undefined ? 'just now' : ages.format(-Math.floor(ageMs / step.ms), step.unit);
  return `<time class="dimmed" datetime="${createdAt}" title="${escaped(moments.format(at))}">${age}</time>`;
}
