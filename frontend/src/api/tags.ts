/** The tag of a whole list, which every creation and deletion invalidates. */
export const LIST = 'LIST';

export const listing = (id: string) => ({ type: 'listing' as const, id });
export const application = (id: string) => ({ type: 'application' as const, id });
export const registration = (id: string) => ({ type: 'registration' as const, id });
export const user = (id: string) => ({ type: 'user' as const, id });
export const event = (id: string) => ({ type: 'event' as const, id });
export const setting = (id: string) => ({ type: 'setting' as const, id });

type Paged = { payload: { externalId: string }[] };

/** A list provides its own tag and those of its rows; a failed one provides none. */
export const listTags = <Tag>(page: Paged | undefined, tag: (id: string) => Tag): Tag[] =>
  page ? [tag(LIST), ...page.payload.map((row) => tag(row.externalId))] : [];
