import { useQuery } from '@tanstack/react-query';
import { isDiscreet } from '../attention/panic-attention-state.ts';
import { activeIncidentsQuery } from '../panic.queries.ts';

/** Whether an incident of this user's own devices is active, without the alarms that the pages of their wearer hide. */
export function useHasOwnIncident(): boolean {
  const { data } = useQuery(activeIncidentsQuery('account'));
  return data?.some((incident) => incident.you.role === 'wearer' && !isDiscreet(incident)) ?? false;
}
