import { whenSettled } from '#ui/controls/fields.ts';
import { useOneField } from '#ui/controls/one-field.ts';
import { Button, TextInput } from '@mantine/core';
import { ALL_HUBS, hubIdPattern } from '@trace/contract/hub-queue/hub-queue.rules';
import { hubQueueTexts } from '@trace/contract/hub-queue/hub-queue.texts';
import classes from './hub-queue.module.css';
import type { useRound } from './hub-queue.queries.ts';

const texts = hubQueueTexts.controls;

/** Tests the hub with the typed id. */
export function HubQueueTestForm({ round }: { round: ReturnType<typeof useRound> }) {
  const { field, submit } = useOneField({
    check: complaintOf,
    onSubmit: (hubId) => whenSettled(round.mutateAsync({ hubId: hubId.trim() })),
  });
  const isTesting = round.isPending && round.variables.hubId !== ALL_HUBS;
  return (
    <form onSubmit={submit} noValidate className={classes.control}>
      <TextInput
        label={texts.hubId}
        placeholder={texts.hubIdExample}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        {...field}
      />
      <Button type="submit" disabled={round.isPending}>
        {isTesting ? texts.testing : texts.test}
      </Button>
      <p className={classes.hint}>{texts.testHint}</p>
    </form>
  );
}

function complaintOf(text: string): string | null {
  const hubId = text.trim().toUpperCase();
  if (hubId === '') return hubQueueTexts.missingHubId;
  return hubIdPattern.test(hubId) ? null : hubQueueTexts.invalidHubId;
}
