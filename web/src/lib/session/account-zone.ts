import { useLayoutEffect } from 'react';
import { setZone } from '#lib/format.ts';
import { useSession, type Session } from './session.ts';

/**
 * Sets the account's time zone for all components below, because the server counts days in that zone, wherever the
 * browser is. The zone is set before the components below render and reset to the browser's zone on unmount.
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
