import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

/** A real mail server on a free port that keeps received mails. */
export interface MailServer {
  /** For the setting SMTP_URL. */
  readonly url: string;
  readonly received: ReceivedMail[];
  /** Returns the mails to an address, newest last. */
  to(address: string): ReceivedMail[];
  /** Refuses every mail with this SMTP code until set back to null. 451: the sender tries again later. */
  failWith(code: number | null): void;
  stop(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  let failure: number | null = null;
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo: (_address, _session, done) =>
      done(failure === null ? undefined : Object.assign(new Error('refused'), { responseCode: failure })),
    onData: (stream, session, done) => {
      let raw = '';
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        raw += chunk;
      });
      stream.on('end', () => {
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), ...partsOf(raw) });
        done();
      });
    },
  });
  const server = smtp.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    to: (address) => received.filter((mail) => mail.to.includes(address)),
    failWith(code) {
      failure = code;
    },
    stop: () => new Promise((resolve) => smtp.close(() => resolve())),
  };
}

/** Subject and text of a mail in plain text, whose lines the sender may have broken as quoted-printable. */
function partsOf(raw: string): { subject: string; text: string } {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const body = rest.join('\n\n').replaceAll('\r\n', '\n');
  const isQuoted = /^content-transfer-encoding: quoted-printable/im.test(head);
  const subject = /^subject: (.*)$/im.exec(head)?.[1] ?? '';
  return { subject, text: isQuoted ? unquoted(body) : body };
}

function unquoted(body: string): string {
  const bytes = body
    .replaceAll('=\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
