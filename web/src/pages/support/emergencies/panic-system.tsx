import { HubQueueOverview } from '#features/hub-queue/hub-queue-overview.tsx';
import { HubQueueSetAside } from '#features/hub-queue/hub-queue-set-aside.tsx';
import { HubQueueState } from '#features/hub-queue/hub-queue-state.tsx';
import { HubQueueTests } from '#features/hub-queue/hub-queue-tests.tsx';
import { PanicIncidentList } from '#features/panic/incident/panic-incident-list.tsx';
import { supportPaths } from '#lib/support-paths.ts';
import { usePerson } from '#lib/session/session.ts';
import { hubQueueTexts } from '@trace/contract/hub-queue/hub-queue.texts';
import classes from './panic-system.module.css';
import { SupportPage } from '../support-page.tsx';

/** Tests of the panic system, and the queue by which hubs report (PANIC-01). */
export default function PanicSystemPage() {
  const { email } = usePerson();
  return (
    <SupportPage title={hubQueueTexts.title} context={email}>
      <PanicIncidentList audience="staff" to={supportPaths.incident} />
      <div className={classes.content}>
        <HubQueueTests />
        <div className={classes.side}>
          <HubQueueState />
          <HubQueueOverview />
        </div>
        <HubQueueSetAside />
      </div>
    </SupportPage>
  );
}
