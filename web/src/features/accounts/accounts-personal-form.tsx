import { useFields, whenSettled } from '#ui/controls/fields.ts';
import { checkBy } from '#ui/controls/one-field.ts';
import { PhoneField, type TypedPhone } from '#ui/controls/phone-field.tsx';
import { Button, Select, TextInput } from '@mantine/core';
import { fromE164, phoneCountryOf, toE164 } from '@trace/contract/accounts/accounts.phone.rules';
import {
  businessNameSchema,
  firstNameSchema,
  lastNameSchema,
  timeZoneSchema,
  type Profile,
  type ProfileChange,
} from '@trace/contract/accounts/accounts.schema';
import { accountsTexts as texts } from '@trace/contract/accounts/accounts.texts';
import { NAME_MAX_LENGTH } from '@trace/contract/auth/sign-up/auth.sign-up.rules';
import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';
import { useEffect, useRef, useState } from 'react';
import classes from './accounts-settings.module.css';
import { useUpdateProfile } from './accounts.queries.ts';

/**
 * The fields with Save and Cancel. The first invalid field gets the focus. Loaded lazily, because this form contains
 * the numbering plans of all countries.
 */
export default function AccountsPersonalForm({ profile, onDone }: { profile: Profile; onDone: () => void }) {
  const update = useUpdateProfile();
  const isInstaller = profile.userType === 'installer';
  const [zones] = useState(() => timeZones(profile.timeZone));
  const [opened] = useState(profile);
  const { field, submit, refuse } = useFields({
    initialValues: {
      ...profile,
      phone:
        profile.phone === null ? { country: phoneCountryOf(navigator.language), number: '' } : fromE164(profile.phone),
      businessName: profile.businessName ?? '',
    },
    validate: {
      firstName: checkBy(firstNameSchema),
      lastName: checkBy(lastNameSchema),
      phone: (phone) => (phoneOf(phone) === undefined ? signUpTexts.phoneInvalid : null),
      businessName: (name) => (isInstaller ? checkBy(businessNameSchema)(name) : null),
      timeZone: checkBy(timeZoneSchema),
    },
  });

  const firstInput = useRef<HTMLInputElement>(null);
  useEffect(() => firstInput.current?.focus(), []);

  const save = submit(({ firstName, lastName, phone, businessName, timeZone }) => {
    const typed = { firstName, lastName, businessName, phone: phoneOf(phone) ?? null, timeZone };
    return whenSettled(update.mutateAsync(changedOf(typed, opened), { onSuccess: onDone, onError: refuse }));
  });

  return (
    <form onSubmit={save} noValidate className={classes.form}>
      <TextInput ref={firstInput} {...field('firstName')} label={texts.firstName} required {...oneName('given-name')} />
      <TextInput {...field('lastName')} label={texts.lastName} required {...oneName('family-name')} />
      <PhoneField {...field('phone')} isRequired={false} />
      {isInstaller && (
        <TextInput {...field('businessName')} label={texts.businessName} required {...oneName('organization')} />
      )}
      <Select
        {...field('timeZone')}
        label={texts.timeZone}
        {...(profile.userType === 'user' && { description: texts.timeZoneLater })}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        data={zones}
        searchable
        allowDeselect={false}
        maxDropdownHeight={240}
        limit={100}
      />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onDone}>
          {texts.cancel}
        </Button>
        <Button type="submit" loading={update.isPending}>
          {texts.save}
        </Button>
      </div>
    </form>
  );
}

const oneName = (autoComplete: string) => ({ maxLength: NAME_MAX_LENGTH, autoComplete });

/** Returns null for an empty field, which means no phone number, and undefined for an invalid number. */
function phoneOf(phone: TypedPhone): string | null | undefined {
  return phone.number.trim() === '' ? null : (toE164(phone) ?? undefined);
}

/** Returns only the changed values, so that a form opened earlier does not undo a change made elsewhere. */
function changedOf(typed: Required<ProfileChange>, opened: Profile): ProfileChange {
  const before = { ...opened, businessName: opened.businessName ?? '' };
  const keys = ['firstName', 'lastName', 'businessName', 'phone', 'timeZone'] as const;
  return Object.fromEntries(keys.filter((key) => typed[key] !== before[key]).map((key) => [key, typed[key]]));
}

/** Returns the time zones that this browser knows, plus the chosen zone. */
function timeZones(chosen: string): string[] {
  return [...new Set([chosen, 'UTC', ...Intl.supportedValuesOf('timeZone')])].toSorted();
}
