import { EmptyState } from '#ui/layout/empty-state.tsx';
import { IconUsers } from '@tabler/icons-react';
import type { PanicContact, PanicContacts } from '@trace/contract/panic-contacts/panic-contacts.schema';
import { panicContactsTexts as texts } from '@trace/contract/panic-contacts/panic-contacts.texts';
import { useState, type RefObject } from 'react';
import classes from './panic-contacts-card.module.css';
import { PanicContactsRow } from './panic-contacts-row.tsx';
import { showContactsFailure, useOrderContacts } from './panic-contacts.queries.ts';

interface PanicContactsListProps {
  data: PanicContacts;
  ref: RefObject<HTMLUListElement | null>;
  /** Runs before a contact moves. */
  onMove: () => void;
  onEdit: (contact: PanicContact) => void;
  onRemove: (contact: PanicContact) => void;
}

/** The contacts in the order in which they are notified, moved by buttons. */
export function PanicContactsList({ data, ref, onMove, onEdit, onRemove }: PanicContactsListProps) {
  const order = useOrderContacts();
  const [said, setSaid] = useState('');
  const { contacts } = data;
  if (contacts.length === 0) return data.isPremium ? <EmptyState icon={IconUsers} text={texts.none} /> : null;

  const move = (index: number, by: -1 | 1) => {
    const ids = contacts.map(({ id }) => id);
    const [moved] = ids.splice(index, 1);
    ids.splice(index + by, 0, moved!);
    onMove();
    order.mutate(ids, {
      onSuccess: () => setSaid(texts.moved(contacts[index]!.name, index + by + 1)),
      onError: (error) => showContactsFailure(error, texts.saveFailed),
    });
  };
  return (
    <>
      <ul className={classes.list} aria-label={texts.list} ref={ref} tabIndex={-1}>
        {contacts.map((contact, index) => (
          <PanicContactsRow
            key={contact.id}
            contact={contact}
            place={index + 1}
            isPremium={data.isPremium}
            isMoving={order.isPending}
            onUp={index === 0 ? null : () => move(index, -1)}
            onDown={index === contacts.length - 1 ? null : () => move(index, 1)}
            onEdit={() => onEdit(contact)}
            onRemove={() => onRemove(contact)}
          />
        ))}
      </ul>
      <div role="status" className={classes.heard}>
        {said}
      </div>
    </>
  );
}
