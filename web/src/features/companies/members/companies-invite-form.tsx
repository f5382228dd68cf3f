import { checkAllBy, useFields, whenSettled } from '#ui/controls/fields.ts';
import { Button, TextInput } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { companyLengths } from '@trace/contract/companies/companies.rules';
import { inviteSchema } from '@trace/contract/companies/companies.schema';
import { companySettingsTexts as texts } from '@trace/contract/companies/companies.settings.texts';
import { useInvite } from './companies-employee-actions.ts';
import classes from './companies-invite-form.module.css';

/** Invites an installer by name and e-mail (COMP-04). */
export function CompaniesInviteForm({ companyId }: { companyId: string }) {
  const invite = useInvite(companyId);
  const { form, field, submit, refuse } = useFields({
    initialValues: { name: '', email: '' },
    validate: checkAllBy(inviteSchema),
  });
  const send = submit((values) =>
    whenSettled(invite.mutateAsync(inviteSchema.parse(values), { onSuccess: () => form.reset(), onError: refuse })),
  );
  return (
    <form onSubmit={send} noValidate className={classes.form} aria-label={texts.inviteTitle}>
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
        {...field('name')}
      />
      <TextInput
        label={texts.installerEmail}
        type="email"
        required
        maxLength={companyLengths.email}
        autoComplete="off"
        className={classes.field ?? ''}
        {...field('email')}
      />
      <Button
        type="submit"
        className={classes.button ?? ''}
        leftSection={<IconMailForward size={17} stroke={1.7} />}
        loading={invite.isPending}
      >
        {texts.send}
      </Button>
    </form>
  );
}
