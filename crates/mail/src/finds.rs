//! What saved searches have found, as a mail shows it.

use minijinja::{Value, context};
use portal_domain::locale::Locale;
use portal_domain::money::Cents;
use portal_services::ports::{MailFind, MailMessage, MailSavedSearch};

use crate::identity::Sender;
use crate::links;
use crate::renderer::{MailRenderer, RenderError};
use crate::sanitize::{escape_html, one_line};
use crate::templates::finds_name;

/// The part of a mail about one saved search.
pub(crate) struct FoundPart {
    name: String,
    finds: Vec<ShownFind>,
    /// A line about further finds; empty without any.
    more: String,
    /// The text and the target of the link that ends the mails.
    end: String,
    end_link: String,
}

struct ShownFind {
    title: String,
    /// Rent and place.
    facts: String,
    /// What the rent was before; empty if it has not fallen.
    fallen: String,
    link: String,
    image: Option<String>,
}

/// The parts of a mail about what saved searches have found; of other mails none.
pub(crate) fn parts(renderer: &MailRenderer, message: &MailMessage) -> Result<Vec<FoundPart>, RenderError> {
    let Some(unsubscribe) = &message.unsubscribe else { return Ok(Vec::new()) };
    let searches = message.facts.searches.iter().zip(&unsubscribe.searches);
    searches.map(|(search, token)| part(renderer, message.facts.locale, search, &token.0)).collect()
}

fn part(
    renderer: &MailRenderer,
    locale: Locale,
    search: &MailSavedSearch,
    token: &str,
) -> Result<FoundPart, RenderError> {
    let values = context! { rent => "", place => "", previous => (), more => search.more };
    let [more, end] = renderer.blocks(&finds_name(locale), &values, ["more", "end"])?;
    let finds = search.finds.iter().map(|find| shown_find(renderer, locale, find));
    Ok(FoundPart {
        name: one_line(&search.name),
        finds: finds.collect::<Result<_, _>>()?,
        more: one_line(&more),
        end: one_line(&end),
        end_link: renderer.sender.link(&links::unsubscribe_page(token)),
    })
}

fn shown_find(renderer: &MailRenderer, locale: Locale, find: &MailFind) -> Result<ShownFind, RenderError> {
    let rent = |rent: Cents| locale.money(rent);
    let place = [Some(&find.city), find.district.as_ref()].into_iter().flatten().map(|name| one_line(name));
    let place = place.filter(|name| !name.is_empty()).collect::<Vec<_>>().join(", ");
    let values = context! { rent => rent(find.total_rent), place, previous => find.previous_rent.map(rent), more => 0 };
    let [facts, fallen] = renderer.blocks(&finds_name(locale), &values, ["facts", "fallen"])?;
    let sender = &renderer.sender;
    Ok(ShownFind {
        title: one_line(&find.title),
        facts: one_line(&facts),
        fallen: one_line(&fallen),
        link: sender.link(&links::listing_page(find.listing)),
        image: find.image.as_deref().map(|location| sender.link(&links::image(location))),
    })
}

impl FoundPart {
    /// The values for the text.
    pub(crate) fn plain(&self) -> Value {
        self.values(|url| Value::from(url.to_owned()))
    }

    /// The values for HTML, with escaped links.
    pub(crate) fn html(&self) -> Value {
        self.values(|url| Value::from_safe_string(escape_html(url)))
    }

    fn values(&self, link: impl Fn(&str) -> Value) -> Value {
        let finds = self.finds.iter().map(|find| {
            context! {
                title => &*find.title,
                facts => &*find.facts,
                fallen => &*find.fallen,
                link => link(&find.link),
                image => find.image.as_deref().map(&link),
            }
        });
        context! {
            name => &*self.name,
            finds => finds.collect::<Vec<_>>(),
            more => &*self.more,
            end => &*self.end,
            end_link => link(&self.end_link),
        }
    }
}

/// The values for subject and text: names of the searches, the number of finds, and how many of
/// them are known listings whose rent has fallen.
pub(crate) fn summary(searches: &[MailSavedSearch]) -> (Vec<String>, u64, u64) {
    let names = searches.iter().map(|search| one_line(&search.name)).collect();
    let finds = searches.iter().map(|search| search.finds.len() as u64 + search.more).sum();
    let all = searches.iter().flat_map(|search| &search.finds);
    (names, finds, all.filter(|find| find.previous_rent.is_some()).count() as u64)
}

/// The URL to which mail programs post with one click.
pub(crate) fn one_click_url(sender: &Sender, message: &MailMessage) -> Option<String> {
    let unsubscribe = message.unsubscribe.as_ref()?;
    Some(sender.link(&links::unsubscribe_operation(&unsubscribe.all.0)))
}
