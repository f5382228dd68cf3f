import { failureWords } from '#lib/http/api.ts';
import { useFields, whenSettled } from '#ui/controls/fields.ts';
import { OutcomeLine } from '#ui/data/outcome-line.tsx';
import { Dialog, DialogActions } from '#ui/dialogs/dialog.tsx';
import { Button, Stack, TextInput } from '@mantine/core';
import { giftTexts as texts } from '@trace/contract/subscription/subscription.gift.texts';
import { useGiveGift } from './subscription.gift.queries.ts';

interface GiftDialogProps {
  person: { id: string; name: string };
  /** Whether the person has premium from support now. */
  hasGift: boolean;
  onChanged: () => void;
  onClose: () => void;
}

/** Staff with the admin flag give premium, change its last day or end it. */
export function GiftDialog({ person, hasGift, onChanged, onClose }: GiftDialogProps) {
  const { mutateAsync, isPending, variables, error, reset } = useGiveGift(person.id);
  const { field, submit, refuse } = useFields({
    initialValues: { lastDay: '' },
    validate: { lastDay: (day) => (/^\d{4}-\d\d-\d\d$/u.test(day) ? null : texts.lastDayWrong) },
  });
  const give = (lastDay: string | null) =>
    whenSettled(
      mutateAsync(lastDay, {
        onSuccess: () => {
          onChanged();
          onClose();
        },
        // The field shows the reason, so the line below the field is hidden.
        onError: (failure) => {
          if (refuse(failure)) reset();
        },
      }),
    );
  return (
    <Dialog isOpen title={texts.title(person.name)} text={texts.text} isHeld={isPending} onClose={onClose}>
      <form onSubmit={submit(({ lastDay }) => give(lastDay))} noValidate>
        <Stack gap="md">
          <TextInput
            type="date"
            label={texts.lastDay}
            description={texts.lastDayHint}
            required
            data-autofocus
            {...field('lastDay')}
          />
          {error && (
            <OutcomeLine tone="bad" title={texts.failed}>
              {failureWords(error)}
            </OutcomeLine>
          )}
        </Stack>
        <DialogActions>
          {hasGift && (
            <Button
              variant="outline"
              color="red"
              loading={isPending && variables === null}
              disabled={isPending}
              onClick={() => void give(null)}
            >
              {texts.end}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" loading={isPending && variables !== null} disabled={isPending}>
            {texts.give}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
