import { useFocusAfter } from '#ui/dialogs/focus-after.ts';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { NeedsNetwork } from '#ui/layout/needs-network.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { panicContactRules } from '@trace/contract/panic-contacts/panic-contacts.rules';
import type { PanicContact, PanicContacts } from '@trace/contract/panic-contacts/panic-contacts.schema';
import { panicContactsTexts as texts } from '@trace/contract/panic-contacts/panic-contacts.texts';
import { lazy, Suspense, useState } from 'react';
import classes from './panic-contacts-card.module.css';
import { PanicContactsChain } from './panic-contacts-chain.tsx';
import { PanicContactsList } from './panic-contacts-list.tsx';
import { PanicContactsOwn } from './panic-contacts-own.tsx';
import { panicContactsQuery } from './panic-contacts.queries.ts';

const ContactDialog = lazy(() => import('./panic-contacts-dialog.tsx'));
const RemoveDialog = lazy(() => import('./panic-contacts-remove-dialog.tsx'));

type Opened = { readonly dialog: 'edit' | 'remove'; readonly contact: PanicContact } | { readonly dialog: 'add' };

/** PANIC-07: whom a panic reaches, in which order, and the user's own channels. */
export function PanicContactsCard({ company }: { company: string | null }) {
  const { data, isError, refetch } = useQuery(panicContactsQuery);
  const again = <Button onClick={() => void refetch()}>{texts.tryAgain}</Button>;
  return (
    <SectionCard title={texts.title} isFlush>
      <p className={classes.subtitle}>
        {texts.subtitle} {texts.noEmergencyService}
      </p>
      {isError && !data && <EmptyState icon={IconUsers} text={texts.failed} action={again} />}
      {!data && !isError && <LoadingText>{texts.loading}</LoadingText>}
      {data && <Contacts data={data} company={company} />}
    </SectionCard>
  );
}

function Contacts({ data, company }: { data: PanicContacts; company: string | null }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isOpen, setOpen] = useState(false);
  const open = (next: Opened) => {
    setOpened(next);
    setOpen(true);
  };
  // A contact that reaches the end of the list loses its pressed button.
  const { ref, notePress } = useFocusAfter<HTMLUListElement>(data.contacts);
  const dialog = { isOpen, onClose: () => setOpen(false), onClosed: () => setOpened(null) };
  const removed = () => {
    setOpen(false);
    // The button that opened the dialog is removed with the contact.
    ref.current?.focus({ preventScroll: true });
  };
  return (
    <>
      {!data.isPremium && (
        <div className={classes.free}>
          <p>{texts.freePlan}</p>
          <p>
            {texts.freeHint} <a href="#subscription">{texts.seePlans}</a>
          </p>
        </div>
      )}
      {data.isPremium && <PanicContactsChain data={data} company={company} />}
      <PanicContactsList
        data={data}
        ref={ref}
        onMove={notePress}
        onEdit={(contact) => open({ dialog: 'edit', contact })}
        onRemove={(contact) => open({ dialog: 'remove', contact })}
      />
      {data.isPremium && <AddContact data={data} onAdd={() => open({ dialog: 'add' })} />}
      <PanicContactsOwn data={data} />
      <Suspense>
        {opened?.dialog === 'add' && <ContactDialog contact={null} hasSms={data.hasSms} {...dialog} />}
        {opened?.dialog === 'edit' && <ContactDialog contact={opened.contact} hasSms={data.hasSms} {...dialog} />}
        {opened?.dialog === 'remove' && <RemoveDialog contact={opened.contact} onRemoved={removed} {...dialog} />}
      </Suspense>
    </>
  );
}

function AddContact({ data, onAdd }: { data: PanicContacts; onAdd: () => void }) {
  const isFull = data.contacts.length >= panicContactRules.most;
  return (
    <div className={classes.part}>
      {isFull ? (
        <p className={classes.hint}>{texts.full}</p>
      ) : (
        <div>
          <NeedsNetwork>
            {(button) => (
              <Button variant="default" onClick={onAdd} {...button}>
                {texts.add}
              </Button>
            )}
          </NeedsNetwork>
        </div>
      )}
    </div>
  );
}
