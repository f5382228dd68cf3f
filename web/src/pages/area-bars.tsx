import { MapsFrame } from '#features/maps/maps-frame.tsx';
import { PanicWatch } from '#features/panic/attention/panic-watch.tsx';
import { paths } from '#lib/paths.ts';
import { useStreamState } from '#lib/stream/stream-provider.tsx';
import { ConnectionBar } from '#ui/layout/connection-bar.tsx';
import { useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

/** Loaded after the page, which works without the registrations that wait. */
const DevicesOutboxBar = lazy(() => import('#features/devices/registration/devices-outbox-bar.tsx'));

/** The bars over all pages of an area: an active incident, the connection, and the registrations that wait. */
export default function AreaBars({ area }: { area: 'user' | 'installer' }) {
  const { phase, lastGoodAt } = useStreamState();
  const { id } = useParams({ strict: false });
  return (
    <>
      <PanicWatch audience="account" openId={id} renderMap={(map) => <MapsFrame {...map} />} />
      <ConnectionBar isConnected={phase !== 'lost'} lastGoodAt={lastGoodAt} />
      <Suspense>{area === 'installer' && <DevicesOutboxBar setupPath={paths.installerSetup} />}</Suspense>
    </>
  );
}
