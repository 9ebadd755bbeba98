//! What browsers and search engines get: the files of the front end, its index page with a head and
//! the first responses, the sitemap and `robots.txt`.
//!
//! It must not map errors or write JSON of the API: both come from the API through [`ApiClient`].

#![deny(clippy::indexing_slicing)]

mod assets;
mod head;
mod index_html;
mod initial_responses;
mod initial_search;
mod language;
mod listing;
mod page_texts;
mod pages;
mod sitemap;
mod sitemap_cache;
mod state;

pub use assets::FrontEnd;
pub use pages::PAGES;
pub use sitemap_cache::SitemapCache;
pub use state::{ApiClient, RESPONSE_TIMEOUT, Web};
