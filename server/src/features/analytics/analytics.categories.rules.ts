import type { DeviceCategory } from '@trace/contract/analytics/analytics.rules';

/** ANA-04: the words of nicknames by category. A plural with s is the same word. */
const words: Readonly<Record<Exclude<DeviceCategory, 'uncategorized'>, string>> = {
  car: 'car auto sedan hatchback wagon suv coupe cabrio taxi cab 4wd 4x4 jeep tesla toyota mazda subaru volvo bmw audi',
  van: 'van minivan kombi transit sprinter hiace transporter vito',
  truck: 'truck lorry ute pickup hilux ranger tipper hauler semi rig flatbed',
  bus: 'bus coach minibus shuttle',
  motorcycle: 'motorcycle motorbike moto scooter moped vespa harley ducati quad',
  bicycle: 'bicycle bike ebike cycle mtb',
  caravan: 'caravan camper campervan motorhome rv',
  trailer: 'trailer float dolly',
  boat: 'boat ship yacht dinghy tinny tinnie jetski kayak ferry sailboat catamaran barge vessel',
  aircraft: 'aircraft plane aeroplane airplane glider helicopter drone cessna',
  farm_vehicle: 'tractor harvester combine baler sprayer atv header',
  heavy_machinery:
    'excavator digger bulldozer dozer loader crane forklift bobcat backhoe grader roller telehandler machine machinery generator compressor',
  tools: 'tool toolbox toolkit drill saw welder mower',
  container: 'container pallet crate skip tank pod',
  luggage: 'luggage suitcase bag backpack rucksack briefcase',
  pet: 'dog cat pet puppy kitten collar',
  livestock: 'cow cattle bull horse pony sheep goat herd livestock alpaca',
  person: 'person grandma grandpa granny nana grandad mum mom dad kid child son daughter wife husband driver worker',
};

const categoryOf = new Map(
  Object.entries(words).flatMap(([category, list]) =>
    list.split(' ').map((word) => [word, category as DeviceCategory]),
  ),
);

/**
 * Returns the category of the last known word, because in English the last noun says what a thing is: a boat trailer is
 * a trailer.
 */
export function categoryOfNickname(nickname: string | null): DeviceCategory {
  const found = (nickname ?? '').toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const known = found.map((word) => categoryOf.get(word) ?? categoryOf.get(word.replace(/s$/, '')));
  return known.findLast((category) => category !== undefined) ?? 'uncategorized';
}
