import { FileChooser } from '#ui/controls/file-chooser.tsx';
import { OutcomeLine } from '#ui/data/outcome-line.tsx';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { firmwareScreenTexts } from '@trace/contract/firmware/staff/firmware.screen.texts';
import type { Release } from '@trace/contract/firmware/staff/firmware.staff.schema';
import { FirmwareCommand } from '../staff/firmware-command.tsx';
import type { ChosenSignature } from './firmware-signature.ts';
import classes from './firmware-publish.module.css';
import { manifestName, useDownload } from './firmware.release.queries.ts';

const texts = firmwareScreenTexts.publish;

interface FirmwarePublishStepsProps {
  release: Release;
  signature: ChosenSignature | null;
  onChoose: (file: File) => Promise<void>;
}

/** Download the manifest, sign it elsewhere, choose the signature. */
export function FirmwarePublishSteps({ release, signature, onChoose }: FirmwarePublishStepsProps) {
  const download = useDownload();
  return (
    <ol className={classes.steps} aria-label={texts.steps}>
      <li>
        <p>{texts.download}</p>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconDownload size={17} stroke={1.7} />}
          loading={download.isPending}
          data-autofocus
          onClick={() => download.mutate({ release, what: 'manifest' })}
        >
          {texts.downloadButton}
        </Button>
      </li>
      <li>
        <p>{texts.sign}</p>
        <FirmwareCommand text={texts.command(manifestName(release))} copyLabel={texts.copy} />
        <p className={classes.effect}>{texts.compare}</p>
      </li>
      {release.mayPublish && (
        <li>
          <p>{texts.choose}</p>
          <FileChooser accept=".sig" onChoose={([file]) => void onChoose(file)}>
            {(props) => (
              <Button {...props} variant="default" size="sm">
                {signature === null ? texts.chooseButton : texts.chooseOther}
              </Button>
            )}
          </FileChooser>
          {signature !== null && (
            <div className={classes.chosen}>
              <OutcomeLine tone={signature.content ? 'good' : 'bad'}>{signature.words}</OutcomeLine>
            </div>
          )}
          <p className={classes.effect}>{texts.effect}</p>
        </li>
      )}
    </ol>
  );
}
