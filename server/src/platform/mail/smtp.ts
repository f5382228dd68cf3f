// Hands a mail to the operator's mail server.
import { createTransport } from 'nodemailer';

export interface OutgoingMail {
  readonly id: number;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  readonly createdAt: Date;
}

export type Deliver = (mail: OutgoingMail) => Promise<void>;

/** A mail server that hangs is cut off after this long at each step. */
const CONNECT_TIMEOUT_MS = 5_000;
const SILENCE_TIMEOUT_MS = 10_000;

/** @param url smtp:// or smtps://, with user and password when the server wants them */
export function createSmtp(url: string, from: string): Deliver {
  const transport = createTransport({
    url,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    dnsTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async (mail) => {
    await transport.sendMail({
      from,
      to: { name: '', address: mail.recipient },
      subject: mail.subject,
      text: mail.text,
      ...(mail.html === null ? {} : { html: mail.html }),
      // The same at every attempt: a mail that was accepted without our hearing of it stays one for its reader.
      messageId: `<trace-${mail.id}-${mail.createdAt.getTime()}@${domainOf(from)}>`,
      date: mail.createdAt,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  };
}

/** True when the server will never take this mail: its recipient or its content is refused. A wrong password is not. */
export function isRefused(error: unknown): boolean {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const isAboutThisMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  return isAboutThisMail && typeof responseCode === 'number' && responseCode >= 500;
}

function domainOf(from: string): string {
  return /@([a-z0-9.-]+)/i.exec(from)?.[1] ?? 'localhost';
}
