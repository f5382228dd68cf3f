import { AddRegistryDialog } from '#features/devices/registry/devices-registry-add-dialog.tsx';
import { RegistryCard } from '#features/devices/registry/devices-registry-card.tsx';
import { LoadRegistryDialog } from '#features/devices/registry/devices-registry-load-dialog.tsx';
import { Button } from '@mantine/core';
import { registryTexts as texts } from '@trace/contract/devices/registry/devices.registry.texts';
import { useState } from 'react';
import { SupportPage } from './support-page.tsx';

/** The registry of devices (REG-11). */
export default function SupportRegistryPage() {
  const [open, setOpen] = useState<'load' | 'add' | null>(null);
  const close = () => setOpen(null);
  return (
    <SupportPage
      title={texts.page}
      context={texts.context}
      right={
        <>
          <Button variant="default" onClick={() => setOpen('add')}>
            {texts.add}
          </Button>
          <Button onClick={() => setOpen('load')}>{texts.load}</Button>
        </>
      }
    >
      <RegistryCard />
      {open === 'load' && <LoadRegistryDialog onClose={close} />}
      {open === 'add' && <AddRegistryDialog onClose={close} />}
    </SupportPage>
  );
}
