import { useQuery } from '@tanstack/react-query';
import { activeIncidentsQuery } from '../panic.queries.ts';

/** Whether an incident of this user's own devices is active. */
export function useHasOwnIncident(): boolean {
  const { data } = useQuery(activeIncidentsQuery('account'));
  return data?.some(({ you }) => you.role === 'wearer') ?? false;
}
