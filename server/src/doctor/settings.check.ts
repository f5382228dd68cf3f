import { settings } from '#server/config/config-settings';
import type { Context } from './context.ts';
import { ok, warn, type Found } from './finding.ts';

/** The groups of settings. A name that begins like one of these and is unknown is a mistyped setting. */
const PREFIXES =
  /^(?:TRACE|PUBLIC|TLS|HTTP_REDIRECT|MQTTS?|BACKUP|DC09|DEVICE|FILES|ALARM_HUB|AJAX|HUB_QUEUE|VAPID|STRIPE|SMTP|SMS|MAIL|SUPPORT|MAP|GOOGLE_MAPS|STAFF|PANIC|FIRMWARE|TRAINING|METRICS|TRUST|DATABASE)_/;

export function checkSettings({ config, environment }: Context): Found[] {
  const known = new Set(Object.keys(settings.shape));
  const unknown = Object.keys(environment).filter((name) => PREFIXES.test(name) && !known.has(name));
  const mistyped = unknown.map((name) =>
    warn(`${name} is set, but is no setting of Trace.`, 'Compare the name with the table in docs/operations.md.'),
  );
  const isPublic = config.publicUrl !== null;
  const address = isPublic
    ? ok(`People use ${config.publicUrl}.`)
    : warn(
        'PUBLIC_URL is not set, so links in emails work on this machine only.',
        'Set PUBLIC_URL to an https address.',
      );
  return [...mistyped, address];
}
