import { failureWords } from '#lib/http/api.ts';
import { checkBy } from '#ui/controls/one-field.ts';
import { PhoneField } from '#ui/controls/phone-field.tsx';
import { Button, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { DEFAULT_PHONE_COUNTRY, fromE164, toE164 } from '@trace/contract/accounts/accounts.phone.rules';
import { isTimeZone } from '@trace/contract/accounts/accounts.rules';
import {
  businessNameSchema,
  firstNameSchema,
  lastNameSchema,
  type Profile,
} from '@trace/contract/accounts/accounts.schema';
import { accountsTexts as texts } from '@trace/contract/accounts/accounts.texts';
import { NAME_MAX_LENGTH } from '@trace/contract/auth/sign-up/auth.sign-up.rules';
import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';
import { ApiError } from '@trace/contract/kernel/client';
import { useEffect, useRef, useState } from 'react';
import classes from './accounts-settings.module.css';
import { useUpdateProfile } from './accounts.queries.ts';

const fields = ['firstName', 'lastName', 'phone', 'businessName', 'timeZone'] as const;

type Field = (typeof fields)[number];

/**
 * The fields with Save and Cancel. The first invalid field gets the focus. Loaded lazily, because this form contains
 * the numbering plans of all countries.
 */
export default function AccountsPersonalForm({ profile, onDone }: { profile: Profile; onDone: () => void }) {
  const update = useUpdateProfile();
  const isInstaller = profile.userType === 'installer';
  const phoneBefore = profile.phone === null ? { country: DEFAULT_PHONE_COUNTRY, number: '' } : fromE164(profile.phone);
  const [country, setCountry] = useState(phoneBefore.country);
  const [number, setNumber] = useState(phoneBefore.number);
  const [numberInput, setNumberInput] = useState<HTMLInputElement | null>(null);
  // An empty field means no phone number.
  const phone = number.trim() === '' ? null : (toE164({ country, number }) ?? undefined);
  const form = useForm<Record<Field, string>>({
    mode: 'uncontrolled',
    initialValues: { ...profile, phone: '', businessName: profile.businessName ?? '' },
    validate: {
      firstName: checkBy(firstNameSchema),
      lastName: checkBy(lastNameSchema),
      phone: () => (phone === undefined ? signUpTexts.phoneInvalid : null),
      businessName: (name) => (isInstaller ? checkBy(businessNameSchema)(name) : null),
      timeZone: (zone) => (isTimeZone(zone) ? null : texts.timeZoneUnknown),
    },
    onSubmitPreventDefault: 'always',
  });

  const { getInputNode } = form;
  const isEntered = useRef(false);
  useEffect(() => {
    if (!isEntered.current) getInputNode('firstName')?.focus();
    isEntered.current = true;
  }, [getInputNode]);

  const focusFirst = (bad: Partial<Record<string, unknown>>) => {
    const field = fields.find((name) => name in bad);
    if (field === 'phone') numberInput?.focus();
    else if (field) form.getInputNode(field)?.focus();
  };

  const fail = (error: unknown) => {
    const field = fields.find((name) => error instanceof ApiError && error.refusal?.field === `body.${name}`);
    if (!field) return;
    form.setFieldError(field, failureWords(error));
    focusFirst({ [field]: true });
  };

  const submit = form.onSubmit(({ firstName, lastName, businessName, timeZone }) => {
    const names = { firstName, lastName, ...(isInstaller && { businessName }) };
    const body = { ...names, ...(phone !== undefined && { phone }), timeZone };
    update.mutate(body, { onSuccess: onDone, onError: fail });
  }, focusFirst);

  const field = (name: Field) => form.getInputProps(name);
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <TextInput
        {...field('firstName')}
        key={form.key('firstName')}
        label={texts.firstName}
        required
        {...oneName('given-name')}
      />
      <TextInput
        {...field('lastName')}
        key={form.key('lastName')}
        label={texts.lastName}
        required
        {...oneName('family-name')}
      />
      <PhoneField
        isRequired={false}
        country={country}
        number={number}
        error={typeof form.errors['phone'] === 'string' ? form.errors['phone'] : undefined}
        numberRef={setNumberInput}
        onCountry={setCountry}
        onNumber={setNumber}
      />
      {isInstaller && (
        <TextInput
          {...field('businessName')}
          key={form.key('businessName')}
          label={texts.businessName}
          required
          {...oneName('organization')}
        />
      )}
      <Select
        {...field('timeZone')}
        key={form.key('timeZone')}
        label={texts.timeZone}
        description={texts.timeZoneLater}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        data={timeZones(profile.timeZone)}
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

/** Returns the time zones that this browser knows, plus the chosen zone. */
function timeZones(chosen: string): string[] {
  return [...new Set([chosen, 'UTC', ...Intl.supportedValuesOf('timeZone')])].toSorted();
}
