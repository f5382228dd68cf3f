import { PanicIncidentList } from '#features/panic/incident/panic-incident-list.tsx';
import type { paths } from '#lib/paths.ts';

/** The incidents of this person. */
export default function IncidentList({ to }: { to: typeof paths.userIncident | typeof paths.installerIncident }) {
  return <PanicIncidentList audience="account" to={to} />;
}
