import { failureWords } from '#lib/http/api.ts';
import { useFields, whenSettled } from '#ui/controls/fields.ts';
import { checkBy } from '#ui/controls/one-field.ts';
import { PhoneField, type TypedPhone } from '#ui/controls/phone-field.tsx';
import { OutcomeLine } from '#ui/data/outcome-line.tsx';
import { Dialog, DialogActions } from '#ui/dialogs/dialog.tsx';
import { Button, Checkbox, Stack, TextInput } from '@mantine/core';
import { fromE164, phoneCountryOf, toE164 } from '@trace/contract/accounts/accounts.phone.rules';
import { isEmailAddress } from '@trace/contract/kernel/email-address';
import { nameSchema } from '@trace/contract/kernel/name.schema';
import {
  addressOf,
  contactChannels,
  panicContactRules,
  type ContactChannel,
} from '@trace/contract/panic-contacts/panic-contacts.rules';
import type { PanicContact } from '@trace/contract/panic-contacts/panic-contacts.schema';
import { panicContactsTexts as texts } from '@trace/contract/panic-contacts/panic-contacts.texts';
import classes from './panic-contacts-card.module.css';
import { useAddContact, useChangeContact } from './panic-contacts.queries.ts';

interface ContactDialogProps {
  /** Null: a new contact. */
  contact: PanicContact | null;
  hasSms: boolean;
  isOpen: boolean;
  onClose: () => void;
  onClosed: () => void;
}

interface Typed extends Record<string, unknown> {
  name: string;
  email: string;
  phone: TypedPhone;
  channels: ContactChannel[];
}

const checkName = checkBy(
  nameSchema(panicContactRules.nameMaxLength, { missing: texts.nameMissing, tooLong: texts.nameTooLong }),
);

/** Adds or changes a contact. Loaded lazily, because the phone field holds the numbering plans of all countries. */
export default function PanicContactsDialog({ contact, hasSms, isOpen, onClose, onClosed }: ContactDialogProps) {
  const [add, change] = [useAddContact(), useChangeContact(contact?.id ?? '')];
  const save = contact === null ? add : change;
  const { form, field, submit, refuse } = useFields<Typed>({
    initialValues: valuesOf(contact),
    validate: {
      name: checkName,
      email: (email, { channels }) => checkEmail(email, channels),
      phone: (phone, { channels }) => checkPhone(phone, channels),
      channels: (channels) => (channels.length === 0 ? texts.channelsMissing : null),
    },
  });
  const send = submit(({ name, email, phone, channels }) => {
    const body = { name: name.trim(), email: email.trim() || null, phone: phoneOf(phone) ?? null, channels };
    return whenSettled(save.mutateAsync(body, { onSuccess: onClose, onError: refuse }));
  });
  const offered = contactChannels.filter((channel) => channel !== 'sms' || hasSms || contact?.phone);
  return (
    <Dialog
      isOpen={isOpen}
      title={contact === null ? texts.addTitle : texts.editTitle}
      text={texts.consentHint}
      size="md"
      onClose={onClose}
      onClosed={onClosed}
    >
      <form onSubmit={send} noValidate>
        <Stack gap="md">
          <TextInput
            label={texts.name}
            description={texts.nameHint}
            required
            data-autofocus
            autoComplete="off"
            maxLength={panicContactRules.nameMaxLength}
            {...field('name')}
          />
          <TextInput label={texts.email} type="email" autoComplete="off" {...field('email')} />
          {hasSms || contact?.phone ? <PhoneField isRequired={false} {...field('phone')} /> : null}
          <Checkbox.Group label={texts.channels} {...field('channels')}>
            <div className={classes.choices}>
              {offered.map((channel) => (
                <Checkbox key={channel} value={channel} label={texts.channel[channel]} />
              ))}
            </div>
          </Checkbox.Group>
          {!hasSms && <p className={classes.hint}>{texts.noSms}</p>}
          {save.isError && !hasErrors(form.errors) && (
            <OutcomeLine tone="bad">{failureWords(save.error, texts.saveFailed)}</OutcomeLine>
          )}
        </Stack>
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {contact === null ? texts.invite : texts.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

const hasErrors = (errors: object): boolean => Object.keys(errors).length > 0;

function valuesOf(contact: PanicContact | null): Typed {
  const phone = contact?.phone?.value;
  return {
    name: contact?.name ?? '',
    email: contact?.email?.value ?? '',
    phone: phone === undefined ? { country: phoneCountryOf(navigator.language), number: '' } : fromE164(phone),
    channels: contact?.channels ?? ['push', 'email'],
  };
}

const needs = (channels: readonly ContactChannel[], kind: 'email' | 'phone'): boolean =>
  channels.some((channel) => addressOf[channel] === kind);

function checkEmail(typed: string, channels: readonly ContactChannel[]): string | null {
  const email = typed.trim();
  if (email === '') return needs(channels, 'email') ? texts.addressMissing.email : null;
  return isEmailAddress(email) ? null : texts.emailInvalid;
}

function checkPhone(phone: TypedPhone, channels: readonly ContactChannel[]): string | null {
  const number = phoneOf(phone);
  if (number === null) return needs(channels, 'phone') ? texts.addressMissing.phone : null;
  return number === undefined ? texts.phoneInvalid : null;
}

/** Returns null for an empty field, and undefined for an invalid number. */
function phoneOf(phone: TypedPhone): string | null | undefined {
  return phone.number.trim() === '' ? null : (toE164(phone) ?? undefined);
}
