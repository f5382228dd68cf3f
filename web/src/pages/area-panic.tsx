import { MapsFrame } from '#features/maps/maps-frame.tsx';
import { PanicWatch } from '#features/panic/panic-watch.tsx';
import { useParams } from '@tanstack/react-router';

/** Rings on each page of users and installers (PANIC-03, PANIC-04). */
export default function AreaPanic() {
  const { id } = useParams({ strict: false });
  return <PanicWatch audience="account" openId={id} renderMap={(map) => <MapsFrame {...map} />} />;
}
