import { paths } from '#lib/paths.ts';
import { LinkCard } from '#ui/layout/link-card.tsx';
import { IconEye } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { accessLinkTexts as texts } from '@trace/contract/location-access/location-access.link.texts';
import { accessQuery } from '../location-access.queries.ts';

/** The way to the ledger; says how many can see the person right now. */
export function LocationAccessLink() {
  const { data } = useQuery(accessQuery);
  const seenBy = data?.given.length ?? 0;
  return (
    <LinkCard
      to={paths.userLooks}
      icon={IconEye}
      isAmber={seenBy > 0}
      title={texts.ledger}
      note={data && (seenBy === 0 ? texts.nobodyNow : texts.seenBy(seenBy))}
    />
  );
}
