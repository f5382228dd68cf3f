import { signIn } from '@trace/contract/auth/auth.api';
import type { Role } from '@trace/contract/kernel/roles';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { hiddenRoute } from '#platform/http/route-policies';
import type { DemoPerson } from './demo-people.ts';
import { escaped, sendDemoPage } from './demo-page.ts';

/** A line about each person's area, by first name. */
const shown: Readonly<Record<string, string>> = {
  Mia: 'Live tracking of a van in Helsinki, its last 24 hours, and a sleeping boat to wake up.',
  Jonas: '30 pings a day, and buying premium without real money.',
  Sam: 'The devices of customers, registering new ones, and linking them to alarm hubs.',
  Priya: 'The back office: every person and device, tickets, analytics and the audit log.',
};

const areas: Record<Role, string> = { user: '/user', installer: '/installer', staff: '/support' };

export interface DemoEntrance {
  people(): readonly DemoPerson[];
  /** Presses the button of Mia's hub. Null: the demo has no hub of its own. */
  pressPanic(): (() => Promise<void>) | null;
}

/**
 * `/demo`: signs in as a person of the demo with one press. In the demo's world only. The press goes through the
 * portal's own sign-in with the person's password, so limits, second steps and the activity log apply.
 */
export function addDemoEntrance(server: FastifyInstance, { people, pressPanic }: DemoEntrance): void {
  const send = (reply: FastifyReply, notice = ''): FastifyReply => {
    // With the portal's own policy the form would send no origin and be refused as cross-site.
    void reply.header('referrer-policy', 'same-origin');
    return sendDemoPage(reply, {
      path: '/demo',
      title: 'Enter',
      body: notice + welcomeOf(people(), pressPanic() !== null),
    });
  };
  server.get('/demo', hiddenRoute('anybody'), async (_request, reply) => send(reply));

  void server.register(async (inner) => {
    // The form has no fields.
    inner.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, async () => undefined);
    inner.post('/demo/panic', hiddenRoute('anybody'), async (_request, reply) => {
      const press = pressPanic();
      if (press === null) return send(reply.code(404), noticeOf('This demo has no hub of its own.'));
      await press();
      return send(reply, noticeOf(PRESSED));
    });
    inner.post<{ Params: { id: string } }>('/demo/enter/:id', hiddenRoute('anybody'), async (request, reply) => {
      const person = people().find(({ id }) => id === request.params.id);
      if (person === undefined) return send(reply.code(404), noticeOf('This person is not part of the demo.'));
      const { email, password, role, firstName } = person;
      const answer = await server.inject({
        method: signIn.method,
        url: signIn.path,
        remoteAddress: request.ip,
        headers: { cookie: request.headers.cookie ?? '', 'user-agent': request.headers['user-agent'] ?? '' },
        payload: { email, password },
      });
      const hasEntered = answer.statusCode === 200 && 'person' in answer.json<object>();
      if (!hasEntered) {
        const reason = `${firstName}’s password or second step has changed, so you need to sign in yourself.`;
        return send(reply.code(409), noticeOf(reason));
      }
      // The pages of the previous person leave this browser, as at sign-out.
      void reply.header('clear-site-data', '"storage"').header('set-cookie', answer.headers['set-cookie'] ?? []);
      return reply.redirect(areas[role], 303);
    });
  });
}

const PRESSED =
  'Mia’s key fob reported a panic over two channels. Enter as Mia to see the incident. The contacts get an email and an SMS, and support is told after 90 seconds unless someone takes it.';

const PANIC = `<section class="card panic"><h2>An emergency</h2>
<p>Presses the panic button of Mia’s hub, which reports by the queue of the hub service and directly by SIA DC-09. Both presses become one incident. Open a second browser as Jonas or Priya first, to see it arrive.</p>
<form method="post" action="/demo/panic"><button>Press Mia’s panic button</button></form></section>`;

function welcomeOf(people: readonly DemoPerson[], hasHub: boolean): string {
  const cards = people.map(
    ({ id, firstName, lastName, is }) => `<li class="card"><h2>${escaped(firstName)} ${escaped(lastName)}</h2>
<div class="is dimmed">${escaped(is)}</div>
<p>${shown[firstName] ?? ''}</p>
<form method="post" action="/demo/enter/${escaped(id)}"><button>Enter as ${escaped(firstName)}</button></form></li>`,
  );
  return `<h1>Welcome to the Trace demo</h1>
<p class="dimmed">Choose who you want to be. Come back to this page to switch.</p>
<ul class="people">
${cards.join('\n')}
</ul>
${hasHub ? PANIC : ''}
<p>Emails arrive in the <a href="/demo/inbox">inbox</a>, text messages on the page <a href="/demo/sms">SMS</a>. To see the <a href="/sign-in">sign-in page</a>, use the passwords in the terminal. Visitors first see the <a href="/">landing page</a>.</p>`;
}

const noticeOf = (text: string): string => `<p class="notice card" role="alert">${escaped(text)}</p>`;
