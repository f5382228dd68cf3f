import { isHubCode } from '@trace/contract/hubs/hubs.rules';
import type { Hub, HubCredentials } from '@trace/contract/hubs/hubs.schema';
import { hubsTexts } from '@trace/contract/hubs/hubs.texts';
import type { AlarmHub, HubSession } from '#server/integrations/alarm-hub/alarm-hub';
import type { DevicesPort } from '#features/devices/devices.port';
import type { Actor } from '#platform/actor/actor';
import { recordAudit } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';
import type { Log } from '#platform/log/log';
import { Refusal } from '#platform/refusal/refusal';
import type { Secrets } from '#platform/secrets/secrets';
import { createVerificationSessions } from './hubs.verification-sessions.service.ts';
import { saveHandleHubs, type HandleRow } from './hubs.verification-sessions.store.ts';
import { refusedList, refusedSignIn, type FieldOf } from './hubs.errors.service.ts';
import { mayVerifyHubs } from './hubs.policy.ts';
import { createHubAttemptLimits } from './hubs.attempt-limits.service.ts';

export interface HubsDependencies {
  database: Database;
  clock: Clock;
  log: Log;
  secrets: Secrets;
  /** All callers come from the address of a proxy that is not trusted, so one of them could lock out all (AUTH-19). */
  isAddressShared: boolean;
  /** null: hubs cannot be linked on this server. */
  service: AlarmHub | null;
  devices: Pick<DevicesPort, 'findFor' | 'assignedTo'>;
}

export type HubsService = ReturnType<typeof createHubsService>;

export function createHubsService(dependencies: HubsDependencies) {
  const { database, log, devices } = dependencies;
  const tries = createHubAttemptLimits(dependencies);
  const handles = createVerificationSessions(dependencies);

  const serviceOrRefuse = (): AlarmHub => {
    if (dependencies.service === null) throw new Refusal('unavailable', hubsTexts.off);
    return dependencies.service;
  };

  const requireMay = async ({ accountId, role }: Actor, serial: string | null): Promise<void> => {
    const [device, assigned] = await Promise.all([
      serial === null ? null : devices.findFor(accountId, serial),
      role === 'user' ? devices.assignedTo([accountId]) : [],
    ]);
    const relation = device?.relation ?? null;
    const isUser = assigned.length > 0;
    if (mayVerifyHubs({ role, relation, isUser }) !== 'allowed') throw new Refusal('forbidden', hubsTexts.notAllowed);
  };

  /** Signs in to the hub service. Counts and audits wrong credentials. The refusal adds no detail (T12). */
  const ask = async (
    actor: Actor,
    origin: CallOrigin,
    credentials: HubCredentials,
    fieldOf: FieldOf,
  ): Promise<HubSession> => {
    const service = serviceOrRefuse();
    const { username, password, totp } = checked(credentials, fieldOf);
    await tries.reserve(actor.accountId, origin.address);
    const answer = await service.signIn({ username, password, totp });
    if (answer.outcome === 'signed_in') return answer.session;
    const refusal = refusedSignIn(answer, fieldOf, log);
    if (refusal.code === 'wrong_credentials') {
      await tries.recordFailure(actor.accountId, origin.address);
      await audited(database.sql, actor, origin, 'hub.signInFailed', { because: answer.outcome });
    } else {
      await tries.giveBack(actor.accountId, origin.address);
    }
    throw refusal;
  };

  const listOf = async (row: HandleRow): Promise<Hub[]> => {
    const listed = await handles.listHubs(serviceOrRefuse(), row);
    if (listed.outcome !== 'listed') throw refusedList(listed, log);
    const hubs = [...listed.hubs];
    await saveHandleHubs(database.sql, row.id, hubs);
    return hubs;
  };

  return {
    isOn: (): boolean => dependencies.service !== null,
    async signIn(
      actor: Actor,
      origin: CallOrigin,
      { credentials, serial, fieldOf }: { credentials: HubCredentials; serial: string | null; fieldOf: FieldOf },
    ): Promise<{ sessionToken: string; userId: string }> {
      await requireMay(actor, serial);
      const session = await ask(actor, origin, credentials, fieldOf);
      const sessionToken = await database.transaction(async (tx) => {
        await audited(tx, actor, origin, 'hub.signIn', {});
        return handles.make(tx, actor, session);
      });
      return { sessionToken, userId: session.userId };
    },
    async list(actor: Actor, { handle, userId }: { handle: string; userId: string }): Promise<Hub[]> {
      await requireMay(actor, null);
      const row = await handles.open(actor, handle);
      if (row.hubUserId !== userId) throw new Refusal('invalid_input', hubsTexts.handleGone, { field: 'body.userId' });
      return listOf(row);
    },
    // The caller audits the purpose.
    async verify(actor: Actor, origin: CallOrigin, credentials: HubCredentials, fieldOf: FieldOf): Promise<string> {
      const session = await ask(actor, origin, credentials, fieldOf);
      const handle = await handles.make(database.sql, actor, session);
      await listOf(await handles.open(actor, handle));
      return handle;
    },
    sweep: tries.sweep,
  };
}

/** HUB-01: requires a user name and a password. A code, if given, has six digits. */
function checked({ username, password, totp }: HubCredentials, fieldOf: FieldOf): HubCredentials {
  const given = { username: username.trim(), password };
  const missing = (['username', 'password'] as const).find((name) => given[name] === '');
  if (missing !== undefined) throw new Refusal('invalid_input', hubsTexts.missing, { field: fieldOf(missing) });
  const code = totp?.replaceAll(/\s/g, '') ?? '';
  if (code !== '' && !isHubCode(code))
    throw new Refusal('invalid_input', hubsTexts.codeInvalid, { field: fieldOf('totp') });
  return { ...given, ...(code === '' ? {} : { totp: code }) };
}

function audited(
  executor: Executor,
  { accountId }: Actor,
  { requestId, address }: CallOrigin,
  action: string,
  details: Record<string, string>,
): Promise<void> {
  const subject = { type: 'hub-account', id: null };
  return recordAudit(executor, { actorId: accountId, action, subject, details, requestId, address });
}
