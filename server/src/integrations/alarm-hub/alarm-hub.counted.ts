import type { CallCounter } from '#platform/health/parts-health';
import type { AlarmHub, HubTrouble } from './alarm-hub.ts';

const failures: ReadonlySet<string> = new Set<HubTrouble['outcome']>(['unavailable', 'garbled', 'key_refused']);

/** Counts the calls of the hub service, so that an operator sees a service that fails. */
export function countHubCalls(service: AlarmHub, calls: CallCounter): AlarmHub {
  const counted = async <Answer extends { readonly outcome: string }>(call: Promise<Answer>): Promise<Answer> => {
    const answer = await call;
    if (failures.has(answer.outcome)) calls.failed();
    else calls.answered();
    return answer;
  };
  return {
    signIn: (credentials) => counted(service.signIn(credentials)),
    refresh: (tokens) => counted(service.refresh(tokens)),
    listHubs: (session) => counted(service.listHubs(session)),
    listHubIds: (session) => counted(service.listHubIds(session)),
  };
}
