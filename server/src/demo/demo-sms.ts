import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { hiddenRoute } from '#platform/http/route-policies';
import { startSmsStandIn, STAND_IN_SMS_TOKEN, type SmsStandIn, type StandInSms } from '@trace/stand-ins/sms/stand-in';
import type { Config } from '../config/config.ts';
import { timeOf, withLinks } from './demo-inbox.ts';
import { escaped, sendDemoPage } from './demo-page.ts';

export interface DemoSms {
  /** The settings with the SMS gateway that messages are sent to. */
  config: Config;
  /** Null: the operator configured another gateway. */
  gateway: Pick<SmsStandIn, 'list'> | null;
  stop(): Promise<void>;
}

/** Starts an SMS gateway on this machine, unless the settings name a gateway. Keeps the messages beside the demo's data. */
export async function startDemoSms(config: Config): Promise<DemoSms> {
  if (config.sms !== null) return { config, gateway: null, stop: async () => {} };
  const file = join(config.dataDirectory, 'demo', 'sms.json');
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as StandInSms[]) : [];
  const onMessage = (messages: readonly StandInSms[]): void =>
    writeFileSync(file, JSON.stringify(messages), { mode: 0o600 });
  const gateway = await startSmsStandIn({ kept, onMessage });
  const sms = { url: gateway.url, token: STAND_IN_SMS_TOKEN, from: 'Trace' };
  return { config: { ...config, sms }, gateway, stop: () => gateway.stop() };
}

/** `/demo/sms`: the text messages as sent. In the demo's world only. */
export function addDemoSms(server: FastifyInstance, gateway: Pick<SmsStandIn, 'list'>): void {
  const path = '/demo/sms';
  server.get(path, hiddenRoute('anybody'), async (_request, reply) => {
    const body = `<h1>SMS</h1>\n${smsListOf(gateway.list(), new Date())}`;
    return sendDemoPage(reply, { path, title: 'SMS', body });
  });
}

export function smsListOf(messages: readonly StandInSms[], now: Date): string {
  const intro = '<p class="dimmed">The demo sends every SMS to this page and none to a phone.</p>';
  if (messages.length === 0)
    return `${intro}<p>No SMS yet. An SMS appears here when a user adds a panic contact with a phone number, for example.</p>`;
  const items = messages.map(
    ({ to, text, at }) =>
      `<li><div class="sms"><strong>To ${escaped(to)}</strong>${timeOf({ createdAt: at }, now)}<pre>${withLinks(escaped(text))}</pre></div></li>`,
  );
  return `${intro}<ul class="mails card">\n${items.join('\n')}\n</ul>`;
}
