import { AddRegistryDialog } from '#features/devices/registry/devices-registry-add-dialog.tsx';
import { RegistryCard } from '#features/devices/registry/devices-registry-card.tsx';
import { LoadRegistryDialog } from '#features/devices/registry/devices-registry-load-dialog.tsx';
import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { registryRules } from '@trace/contract/devices/registry/devices.registry.rules';
import { registryTexts as texts } from '@trace/contract/devices/registry/devices.registry.texts';
import { useState } from 'react';
import { readDeskSearch } from '../desk-search.ts';
import { SupportPage } from '../support-page.tsx';

/** The registry of devices (REG-11). The address holds the search. */
export default function SupportRegistryPage() {
  const { q = '' } = useSearch({ from: '/support-area/support/registry' });
  const navigate = useNavigate({ from: '/support/registry' });
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
      <RegistryCard
        search={q.slice(0, registryRules.searchMaxLength)}
        onSearch={(search) => void navigate({ search: readDeskSearch({ q: search }), replace: true })}
      />
      {open === 'load' && <LoadRegistryDialog onClose={close} />}
      {open === 'add' && <AddRegistryDialog onClose={close} />}
    </SupportPage>
  );
}
