//! How the database carries a statement out.

use crate::statements;
use crate::world::World;

/// What was sent since the test last asked, as it can be prepared again: without its values.
pub fn sent() -> Vec<String> {
    let texts = statements::sent();
    texts.iter().map(|statement| statement.split(" -- binds").next().unwrap().to_owned()).collect()
}

/// The plan that the database has settled on once a statement was run often with these values.
pub async fn settled_plan(world: &World, statement: &str, values: &str) -> String {
    world.run(&format!("SET plan_cache_mode = auto; PREPARE explained AS {statement}")).await;
    for _ in 0..10 {
        world.run(&format!("EXECUTE explained({values})")).await;
    }
    explain(world, values).await
}

/// The plan of a statement with these values, after it has run: once as if planned for them, once for any.
pub async fn plans(world: &World, statement: &str, values: &str) -> Vec<String> {
    let mut plans = Vec::new();
    for mode in ["force_custom_plan", "force_generic_plan"] {
        world.run(&format!("SET plan_cache_mode = {mode}; PREPARE explained AS {statement}")).await;
        plans.push(explain(world, values).await);
    }
    plans
}

async fn explain(world: &World, values: &str) -> String {
    let values = if values.is_empty() { String::new() } else { format!("({values})") };
    let explain = format!("EXPLAIN (ANALYZE, BUFFERS) EXECUTE explained{values}");
    let lines = world.client.query(&explain, &[]).await.unwrap();
    world.run("DEALLOCATE explained").await;
    lines.iter().map(|line| line.get::<_, String>(0)).collect::<Vec<_>>().join("\n")
}
