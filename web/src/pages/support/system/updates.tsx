import { CreateUpdateDialog } from '#features/recent-updates/managed/recent-updates-create-dialog.tsx';
import { ManagedUpdatesCard } from '#features/recent-updates/managed/recent-updates-managed-card.tsx';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { managedUpdatesTexts as texts } from '@trace/contract/recent-updates/recent-updates.staff.texts';
import { SupportPage } from '../support-page.tsx';

/** Manage Recent Updates (UPD-01). */
export default function SupportUpdatesPage() {
  const [isCreating, creating] = useDisclosure(false);
  return (
    <SupportPage
      title={texts.page}
      context={texts.context}
      right={
        <Button leftSection={<IconPlus size={17} stroke={1.8} />} onClick={creating.open}>
          {texts.add}
        </Button>
      }
    >
      <ManagedUpdatesCard />
      {isCreating && <CreateUpdateDialog onClose={creating.close} />}
    </SupportPage>
  );
}
