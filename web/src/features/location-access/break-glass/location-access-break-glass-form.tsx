import { failureWords } from '#lib/http/api.ts';
import { useFields } from '#ui/controls/fields.ts';
import { Alert, Button, NativeSelect, Stack, Textarea } from '@mantine/core';
import { newBreakGlassSchema } from '@trace/contract/location-access/break-glass/location-access.break-glass.schema';
import { breakGlassRules } from '@trace/contract/location-access/break-glass/location-access.break-glass.rules';
import { breakGlassTexts as texts } from '@trace/contract/location-access/break-glass/location-access.break-glass.texts';
import classes from './location-access-break-glass.module.css';
import { useOpenBreakGlass } from './location-access.break-glass.queries.ts';

interface FormProps {
  serialNumber: string;
  tickets: readonly { id: string; number: string }[];
}

/** Asks for the ticket and the reason. A refusal keeps the typed text. */
export function BreakGlassForm({ serialNumber, tickets }: FormProps) {
  const open = useOpenBreakGlass(serialNumber);
  const { field, submit, refuse } = useFields({
    initialValues: { ticketId: tickets[0]?.id ?? '', reason: '' },
    validate: { reason: complaintOf },
  });
  const send = submit((values) =>
    open.mutateAsync(values).then(
      () => undefined,
      (error: unknown) => void refuse(error),
    ),
  );
  return (
    <form onSubmit={send} noValidate className={classes.form}>
      <Stack gap="md">
        {tickets.length > 1 && (
          <NativeSelect
            label={texts.ticket}
            data={tickets.map(({ id, number }) => ({ value: id, label: number }))}
            {...field('ticketId')}
          />
        )}
        <Textarea
          label={texts.reason}
          description={texts.reasonHint}
          required
          autosize
          minRows={2}
          maxRows={6}
          maxLength={breakGlassRules.reasonMaxLength}
          {...field('reason')}
        />
        {open.error && (
          <Alert color="red" role="alert" title={texts.openFailed}>
            {failureWords(open.error)}
          </Alert>
        )}
        <Button type="submit" loading={open.isPending} className={classes.show ?? ''}>
          {texts.show}
        </Button>
      </Stack>
    </form>
  );
}

const complaintOf = (reason: string): string | null =>
  newBreakGlassSchema.shape.reason.safeParse(reason).error?.issues[0]?.message ?? null;
