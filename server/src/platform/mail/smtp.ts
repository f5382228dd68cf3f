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

export interface Smtp {
  readonly deliver: Deliver;
  /** Connects, greets and signs in, and sends no mail. @throws the error of the connection or the mail server */
  check(): Promise<void>;
}

/**
 * @param url smtp:// or smtps://, with user and password if the server requires a sign-in
 * @param replyTo the address of support, where a person reads
 */
export function createSmtp(url: string, from: string, replyTo: string | null = null): Smtp {
  const transport = createTransport({
    url,
    // The name in EHLO. A bare address, as from a machine without a domain, costs trust at the receiving side.
    name: domainOf(from),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    dnsTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const deliver: Deliver = async (mail) => {
    await transport.sendMail({
      from,
      ...(replyTo !== null && { replyTo }),
      to: { name: '', address: mail.recipient },
      subject: mail.subject,
      text: mail.text,
      ...(mail.html === null ? {} : { html: mail.html }),
      // The same at every attempt: a mail reader shows one email when the server's acceptance was lost and the email
      // was sent again.
      messageId: `<trace-${mail.id}-${mail.createdAt.getTime()}@${domainOf(from)}>`,
      date: mail.createdAt,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  };
  return { deliver, check: async () => void (await transport.verify()) };
}

/**
 * Returns true when the server will never accept this email, because its recipient or content is refused. A wrong
 * password returns false.
 */
export function isRefused(error: unknown): boolean {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const isAboutThisMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  return isAboutThisMail && typeof responseCode === 'number' && responseCode >= 500;
}

/** Returns the code and status of the mail server for the log. The words of the answer can name the recipient. */
export function answerOf(error: unknown): string {
  const { code, responseCode, response } = error as { code?: unknown; responseCode?: unknown; response?: unknown };
  const status = typeof response === 'string' ? /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(response)?.[0] : undefined;
  return [code ?? 'unknown', responseCode, status]
    .filter((part) => typeof part === 'string' || typeof part === 'number')
    .join(' ');
}

function domainOf(from: string): string {
  return /@([a-z0-9.-]+)/i.exec(from)?.[1] ?? 'localhost';
}
