import { failureWords } from '#lib/http/api.ts';
import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconMailForward } from '@tabler/icons-react';
import { companyLengths } from '@trace/contract/companies/companies.rules';
import { inviteSchema } from '@trace/contract/companies/companies.schema';
import { companySettingsTexts as texts } from '@trace/contract/companies/companies.settings.texts';
import { refusedField } from '../details/companies-details-values.ts';
import { useInvite } from './companies-employee-actions.ts';
import classes from './companies-invite-form.module.css';

const fields = ['name', 'email'] as const;

type InviteValues = Record<(typeof fields)[number], string>;

/** Invites an installer by name and e-mail (COMP-04). */
export function CompaniesInviteForm({ companyId }: { companyId: string }) {
  const { form, isSending, submit } = useInviteForm(companyId);
  return (
    <form onSubmit={submit} noValidate className={classes.form} aria-label={texts.inviteTitle}>
      <div className={classes.lead}>
        <h3 className={classes.title}>{texts.inviteTitle}</h3>
        <p className={classes.text}>{texts.inviteText}</p>
      </div>
      <TextInput
        label={texts.installerName}
        required
        maxLength={companyLengths.name}
        autoComplete="off"
        className={classes.field ?? ''}
        {...form.getInputProps('name')}
      />
      <TextInput
        label={texts.installerEmail}
        type="email"
        required
        maxLength={companyLengths.email}
        autoComplete="off"
        className={classes.field ?? ''}
        {...form.getInputProps('email')}
      />
      <Button
        type="submit"
        className={classes.button ?? ''}
        leftSection={<IconMailForward size={17} stroke={1.7} />}
        loading={isSending}
      >
        {texts.send}
      </Button>
    </form>
  );
}

function useInviteForm(companyId: string) {
  const invite = useInvite(companyId);
  const form = useForm<InviteValues>({
    initialValues: { name: '', email: '' },
    validate: checkInvite,
    onSubmitPreventDefault: 'always',
  });

  const focus = (field: string | undefined) => field !== undefined && form.getInputNode(field)?.focus();

  const showRefusal = (error: Error) => {
    const field = fields.find((each) => each === refusedField(error));
    if (!field) return;
    form.setFieldError(field, failureWords(error));
    focus(field);
  };

  const submit = form.onSubmit(
    (values) => invite.mutate(inviteSchema.parse(values), { onSuccess: () => form.reset(), onError: showRefusal }),
    (errors) => focus(fields.find((each) => each in errors)),
  );
  return { form, isSending: invite.isPending, submit };
}

/** The first complaint about each field, by the server's own schema. */
function checkInvite(values: InviteValues): Partial<InviteValues> {
  const complaints: Partial<InviteValues> = {};
  for (const { path, message } of inviteSchema.safeParse(values).error?.issues ?? []) {
    const field = fields.find((each) => each === path[0]);
    if (field) complaints[field] ??= message;
  }
  return complaints;
}
