import { failureWords } from '#lib/http/api.ts';
import { zoneName } from '#lib/format.ts';
import { serverNowMs } from '#lib/stream/server-clock.ts';
import { complaintOf } from '#ui/controls/complaint.ts';
import { useFields, whenSettled } from '#ui/controls/fields.ts';
import { OutcomeLine } from '#ui/data/outcome-line.tsx';
import { Dialog, DialogActions } from '#ui/dialogs/dialog.tsx';
import { Button, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { addDays, dayIn, dayStart } from '@trace/contract/kernel/calendar';
import {
  newNotificationDefaults,
  notificationAudiences,
  notificationRules as rules,
  notificationTypes,
} from '@trace/contract/notifications/notifications.rules';
import { newNotificationSchema } from '@trace/contract/notifications/notifications.schema';
import { notificationsTexts, sentNotificationsTexts as texts } from '@trace/contract/notifications/notifications.texts';
import classes from './notifications-sent.module.css';
import { useCreateNotification } from './notifications.sent.queries.ts';

const types = notificationTypes.map((value) => ({ value, label: notificationsTexts.types[value] }));
const audiences = notificationAudiences.map((value) => ({ value, label: texts.audiences[value] }));
const atStart = { title: '', message: '', ...newNotificationDefaults, lastDay: '' };

/** Create Notification, on the page of notifications and on the dashboard (NOTF-02, SUPL-04). */
export function CreateNotificationDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog isOpen isTall size="md" title={texts.createTitle} onClose={onClose}>
      <CreateForm onClose={onClose} />
    </Dialog>
  );
}

function CreateForm({ onClose }: { onClose: () => void }) {
  const create = useCreateNotification();
  const { form, field, submit, refuse } = useFields<Record<keyof typeof atStart, string>>({
    initialValues: atStart,
    validate: {
      title: (text) => complaintOf(text, rules.titleMaxLength, texts.titleMissing, texts.titleLong),
      message: (text) => complaintOf(text, rules.messageMaxLength, texts.messageMissing, texts.messageLong),
      lastDay: (day) => (day === '' || isPossibleDay(day) ? null : texts.expiryPast),
    },
  });
  const send = submit(({ lastDay, ...values }) => {
    const body = newNotificationSchema.parse({ ...values, expiresAt: endOf(lastDay) });
    return whenSettled(create.mutateAsync(body, { onSuccess: onClose, onError: (error) => void refuse(error) }));
  });
  const isIncomplete = form.errors['title'] === texts.titleMissing || form.errors['message'] === texts.messageMissing;
  return (
    <form onSubmit={send} noValidate>
      <Stack gap="md">
        {isIncomplete && <OutcomeLine tone="bad">{texts.missing}</OutcomeLine>}
        <TextInput label={texts.title} required data-autofocus autoComplete="off" {...field('title')} />
        <Textarea label={texts.message} required autosize minRows={3} maxRows={10} {...field('message')} />
        <div className={classes.pair}>
          <NativeSelect label={texts.type} data={types} {...field('type')} />
          <NativeSelect label={texts.audience} data={audiences} {...field('audience')} />
        </div>
        <TextInput type="date" label={texts.expiry} description={texts.expiryHint} {...field('lastDay')} />
        {create.error && (
          <OutcomeLine tone="bad" title={texts.createFailed}>
            {failureWords(create.error)}
          </OutcomeLine>
        )}
      </Stack>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button type="submit" loading={create.isPending}>
          {texts.send}
        </Button>
      </DialogActions>
    </form>
  );
}

/** The end of a day in the person's time zone. */
const endOf = (day: string): string | null => (day === '' ? null : dayStart(zoneName(), addDays(day, 1)).toISOString());

/**
 * From today on, within the limit of the server. Days of one form can be compared as text. Browsers let a person type
 * a year of six digits, which is no day that a date can parse.
 */
function isPossibleDay(day: string): boolean {
  if (Number.isNaN(Date.parse(`${day}T00:00Z`))) return false;
  const at = (ms: number) => dayIn(zoneName(), new Date(serverNowMs() + ms));
  return day >= at(0) && addDays(day, 1) < at(rules.expiresWithinMs);
}
