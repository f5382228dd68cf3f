import { formatExact } from '#lib/format.ts';
import { whenSettled } from '#ui/controls/fields.ts';
import { Age } from '#ui/data/age.tsx';
import { Badge, Button } from '@mantine/core';
import type { ManagedUpdate } from '@trace/contract/recent-updates/recent-updates.staff.schema';
import { managedUpdatesTexts as texts } from '@trace/contract/recent-updates/recent-updates.staff.texts';
import { recentUpdatesTexts } from '@trace/contract/recent-updates/recent-updates.texts';
import { useEffect, useRef } from 'react';
import { UpdateForm } from './recent-updates-form.tsx';
import classes from './recent-updates-managed.module.css';
import { useEditUpdate } from './recent-updates.managed.queries.ts';

interface ManagedUpdateRowProps {
  update: ManagedUpdate;
  /** The version that the person edits, or null. */
  edited: ManagedUpdate | null;
  onEdit: () => void;
  onClose: () => void;
  onDelete: () => void;
}

/** An update: its words, or inline fields while it is edited (UPD-01). */
export function ManagedUpdateRow({ update, edited, onEdit, onClose, onDelete }: ManagedUpdateRowProps) {
  const wasEdited = useRef(false);
  const edit = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The form is gone with its focused button, so the focus returns to Edit.
    if (edited === null && wasEdited.current) edit.current?.focus();
    wasEdited.current = edited !== null;
  }, [edited]);
  return (
    <li className={classes.row}>
      {edited ? (
        <InlineEdit update={edited} onClose={onClose} />
      ) : (
        <>
          <UpdateWords update={update} />
          <div className={classes.actions}>
            <Button
              ref={edit}
              variant="default"
              size="sm"
              aria-label={`${texts.edit}: ${update.title}`}
              onClick={onEdit}
            >
              {texts.edit}
            </Button>
            <Button
              variant="outline"
              color="red"
              size="sm"
              aria-label={`${texts.delete}: ${update.title}`}
              onClick={onDelete}
            >
              {texts.delete}
            </Button>
          </div>
        </>
      )}
    </li>
  );
}

function UpdateWords({ update }: { update: ManagedUpdate }) {
  const { title, description, type, isNew, isActive, outage, publishedAt, updatedAt, createdBy } = update;
  return (
    <div className={classes.words}>
      <h3 className={classes.title} dir="auto">
        {title}
        {isNew && <Badge variant="filled">{recentUpdatesTexts.new}</Badge>}
        {!isActive && <Badge color="gray">{texts.inactive}</Badge>}
        <Badge color="gray">{recentUpdatesTexts.types[type]}</Badge>
      </h3>
      <p className={classes.facts}>
        <Age at={publishedAt} prefix={texts.published} />
      </p>
      <p className={classes.description} dir="auto">
        {description}
      </p>
      {outage && (
        <p className={classes.facts}>{texts.outageSpan(formatExact(outage.startsAt), formatExact(outage.endsAt))}</p>
      )}
      <p className={classes.facts}>
        {texts.createdBy(createdBy)} <Age at={updatedAt} prefix={texts.updated} />
      </p>
    </div>
  );
}

function InlineEdit({ update, onClose }: { update: ManagedUpdate; onClose: () => void }) {
  const { title, description, type, isNew, isActive, outage } = update;
  const { mutateAsync, isPending, error } = useEditUpdate(update);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector('input')?.focus(), []);
  return (
    <div ref={place} className={classes.form}>
      <UpdateForm
        initial={{ title, description, type, isNew, isActive, outage }}
        submitLabel={texts.save}
        isSending={isPending}
        error={error}
        failed={texts.saveFailed}
        onSend={(fields) => whenSettled(mutateAsync(fields, { onSuccess: onClose }))}
        onCancel={onClose}
        actions={(buttons) => <div className={classes.buttons}>{buttons}</div>}
      />
    </div>
  );
}
