import { createHash, randomUUID } from 'node:crypto';
import { alertKinds, alertRules, usualChoices } from '@trace/contract/alerts/alerts.rules';
import { alertChoicesSchema } from '@trace/contract/alerts/alerts.settings.schema';
import type {
  AlertSettings,
  AlertSettingsChange,
  LeftBrowser,
  NewBrowser,
  PushBrowser,
} from '@trace/contract/alerts/alerts.settings.schema';
import { alertsTexts as texts } from '@trace/contract/alerts/alerts.texts';
import type { Actor } from '#platform/actor/actor';
import { recordAudit } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';
import type { Push } from '#platform/push/push';
import { Refusal } from '#platform/refusal/refusal';
import { mayHaveAlerts } from './alerts.policy.ts';
import {
  deleteBrowser,
  deleteBrowsersBeyond,
  lockSettings,
  listBrowsers,
  listSettings,
  putToRest,
  saveBrowser,
  saveSettings,
  takeBrowser,
  type Browser,
} from './alerts.settings.store.ts';

export type AlertSettingsService = ReturnType<typeof createAlertSettings>;

const NO_BROWSER = 'Browser not found.';

export interface SettingsDependencies {
  database: Database;
  clock: Clock;
  push: Push;
}

export function createAlertSettings({ database, clock, push }: SettingsDependencies) {
  const requireMay = ({ role }: Actor): void => {
    if (!mayHaveAlerts(role)) throw new Refusal('forbidden', texts.notAllowed);
  };

  const requireUsable = async ({ endpoint, keys }: LeftBrowser): Promise<void> => {
    const fault = await push.findFault({ endpoint, ...keys });
    if (fault !== null) throw new Refusal('invalid_input', texts.browserInvalid, { field: `body.${fault}` });
  };

  const get = async (actor: Actor): Promise<AlertSettings> => {
    const { accountId, role, timeZone } = actor;
    const [stored, browsers, publicKey] = await Promise.all([
      listSettings(database.sql, [accountId]),
      listBrowsers(database.sql, accountId),
      push.publicKey(),
    ]);
    const { choices = null, quietHours = null } = stored.get(accountId) ?? {};
    return {
      choices: choices ?? usualChoices(role),
      quietHours,
      timeZone,
      push: { publicKey, browsers: browsers.map(present) },
    };
  };

  return {
    async get(actor: Actor): Promise<AlertSettings> {
      requireMay(actor);
      return get(actor);
    },

    async save(actor: Actor, origin: CallOrigin, wanted: AlertSettingsChange): Promise<AlertSettings> {
      requireMay(actor);
      await database.transaction(async (tx) => {
        const quietHours = await saveChange(tx, actor, wanted);
        await audited(tx, actor, origin, 'alerts.saveSettings', { quietHours });
      });
      return get(actor);
    },

    async addBrowser(actor: Actor, origin: CallOrigin, { endpoint, keys, name }: NewBrowser): Promise<PushBrowser> {
      requireMay(actor);
      await requireUsable({ endpoint, keys });
      const added = await database.transaction(async (tx) => {
        // The lock serialises concurrent additions, so that the limit holds.
        await lockSettings(tx, actor.accountId);
        const browser = { id: randomUUID(), endpoint, ...keys, name, addedAt: clock.now(), lastSentAt: null };
        const saved = await saveBrowser(tx, actor.accountId, browser);
        await deleteBrowsersBeyond(tx, actor.accountId, alertRules.mostBrowsers);
        await audited(tx, actor, origin, 'alerts.addBrowser', { service: new URL(endpoint).hostname });
        return saved;
      });
      return present(added);
    },

    /** Refuses a browser that is no longer in the user's list, because the user turned notifications off there. */
    async renewBrowser(
      actor: Actor,
      origin: CallOrigin,
      id: string,
      { endpoint, keys, name }: NewBrowser,
    ): Promise<PushBrowser> {
      requireMay(actor);
      await requireUsable({ endpoint, keys });
      const renewed = await database.transaction(async (tx) => {
        await lockSettings(tx, actor.accountId);
        const before = await takeBrowser(tx, actor.accountId, id);
        if (before === undefined) throw new Refusal('not_found', NO_BROWSER);
        const saved = await saveBrowser(tx, actor.accountId, { ...before, endpoint, ...keys, name });
        await audited(tx, actor, origin, 'alerts.renewBrowser', { service: new URL(endpoint).hostname });
        return saved;
      });
      return present(renewed);
    },

    async removeBrowser(actor: Actor, origin: CallOrigin, id: string): Promise<void> {
      requireMay(actor);
      await database.transaction(async (tx) => {
        // The lock prevents a removal in the middle of a renewal.
        await lockSettings(tx, actor.accountId);
        if (!(await deleteBrowser(tx, actor.accountId, id))) throw new Refusal('not_found', NO_BROWSER);
        await audited(tx, actor, origin, 'alerts.removeBrowser', {});
      });
    },

    /**
     * Open to any signed-in user of the browser, including staff, even if another user subscribed. The browser's keys
     * prove possession.
     */
    async leaveBrowser(actor: Actor, origin: CallOrigin, { endpoint, keys }: LeftBrowser): Promise<void> {
      await database.transaction(async (tx) => {
        const of = await putToRest(tx, { endpoint, ...keys }, clock.now());
        if (of !== null) await audited(tx, actor, origin, 'alerts.leaveBrowser', { of });
      });
    },
  };
}

async function saveChange(tx: Executor, { accountId, role }: Actor, wanted: AlertSettingsChange) {
  await lockSettings(tx, accountId);
  const stored = (await listSettings(tx, [accountId])).get(accountId);
  const choices = changedChoices(stored?.choices ?? usualChoices(role), wanted.choices);
  const { quietHours = stored?.quietHours ?? null } = wanted;
  await saveSettings(tx, accountId, { choices, quietHours });
  return quietHours;
}

const changedChoices = (before: AlertSettings['choices'], wanted: AlertSettingsChange['choices']) =>
  alertChoicesSchema.parse(
    Object.fromEntries(alertKinds.map((kind) => [kind, { ...before[kind], ...wanted?.[kind] }])),
  );

const present = ({ id, endpoint, name, addedAt, lastSentAt, isPaused }: Browser): PushBrowser => ({
  id,
  name,
  isPaused,
  fingerprint: createHash('sha256').update(endpoint).digest('hex'),
  addedAt: addedAt.toISOString(),
  lastSentAt: lastSentAt?.toISOString() ?? null,
});

function audited(
  tx: Executor,
  { accountId }: Actor,
  { requestId, address }: CallOrigin,
  action: string,
  details: Record<string, unknown>,
): Promise<void> {
  const subject = { type: 'account', id: accountId };
  return recordAudit(tx, { actorId: accountId, action, subject, details, requestId, address });
}
