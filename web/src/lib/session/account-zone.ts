import { useLayoutEffect } from 'react';
import { setZone } from '#lib/format.ts';
import { useSession, type Session } from './session.ts';

/**
 * One clock for all that stands below: the account's, by which the server counts days, wherever the browser is. Set
 * before what stands below is drawn, and given back to the browser when it goes.
 */
export function useAccountZone(session: Session): void {
  const zone = session.state === 'signed-in' ? session.person.timeZone : null;
  setZone(zone);
  useLayoutEffect(() => {
    setZone(zone);
    return () => setZone(null);
  }, [zone]);
}

/** A page that tells times is drawn anew when the zone changes in another tab or browser, maybe before the area above is. */
export function useZoneChanges(): void {
  const session = useSession();
  if (session.state === 'signed-in') setZone(session.person.timeZone);
}
