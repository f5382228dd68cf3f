import { Anchor, VisuallyHidden } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { certificationTexts } from '@trace/contract/certification/certification.texts';
import { trainingQuery } from './certification.queries.ts';

/** Links to the training provider's page, if the operator configured a provider (CERT-07). */
export function CertificationTraining() {
  const url = useQuery(trainingQuery).data?.url;
  if (url == null) return null;
  return (
    <Anchor href={url} target="_blank" rel="noopener" inherit underline="always">
      {certificationTexts.trainingLink} <IconExternalLink size={14} stroke={1.8} aria-hidden="true" />
      <VisuallyHidden> ({certificationTexts.opensElsewhere})</VisuallyHidden>
    </Anchor>
  );
}
