(** Every step of a list is a step of the contract. *)
From Lists Require Export Moves.

Section Refinement.
Context {E : Type} {d : design E} {g : geometry} {D : sound_design d g}.
Implicit Types (s : state E) (k j : key).

Lemma same_spec k j : reflect (k = j) (same k j).
Proof.
  destruct k as [i a], j as [h b]. unfold same. cbn.
  destruct (Z.eqb_spec i h), (Z.eqb_spec a b); constructor; congruence.
Qed.

Lemma same_refl k : same k k = true.
Proof. destruct (same_spec k k); congruence. Qed.

(** Only one key finds an element at each position. *)
Lemma found_place s k j e x : found s k = Some e -> found s j = Some x -> fst k = fst j -> k = j.
Proof. rewrite !found_spec. destruct k, j. cbn. congruence. Qed.

(** * What becomes of the map when one cell is written *)

(** An element is written where there is none that another key finds. *)
Lemma written_found s s' k (x : cell E) j : contents s' = set (contents s) (fst k) x -> 0 <= fst k ->
  (forall e id, get (contents s) (fst k) = Some (Has e id) \/ x = Has e id -> id = snd k) ->
  found s' j = with_entry (found s) k (match x with Has e _ => Some e | Not _ => None end) j.
Proof.
  intros C P H. unfold found, with_entry. rewrite C, get_set by auto. destruct (same_spec j k) as [-> | N].
  - rewrite Z.eqb_refl. destruct x as [e id|]; auto. rewrite (H e id), Z.eqb_refl by auto. reflexivity.
  - destruct (Z.eqb_spec (fst k) (fst j)) as [M|M]; auto. rewrite <- M.
    assert (snd k =? snd j = false) as Q by (apply Z.eqb_neq; destruct j, k; cbn in *; congruence).
    destruct x as [e id|], (get (contents s) (fst k)) as [[e' id'|]|]; rewrite ?(H e id), ?(H e' id'), ?Q by auto;
      auto.
Qed.

Lemma insert_found s e : sane g s -> let (s', k) := insert d s e in
  (forall j, found s' j = with_entry (found s) k (Some e) j) /\ found s k = None.
Proof.
  intros S. destruct (insert_cases e S) as (s1 & i & ps & _ & S1 & C & _ & _ & K & ->). rewrite <- C in K.
  destruct (taken_some e 0 (tiles S1) K) as (_ & R & U & _). rewrite C in U. split.
  - intros j. apply written_found with (x := Has e (next_id s)); cbn; auto; [lia|]. intros x id [G | [= -> ->]]; auto.
    exfalso. apply U. now exists x, id.
  - destruct (found s (i, next_id s)) as [x|] eqn:F; auto. apply found_spec in F. exfalso. apply U.
    now exists x, (next_id s).
Qed.

Lemma vacate_found s k e j : sane g s -> found s k = Some e ->
  found (vacate d s (fst k)) j = with_entry (found s) k None j.
Proof.
  intros S F. apply found_spec in F. destruct (vacate_cases _ S F) as [K _]. rewrite (keeps_found _ K).
  pose proof (sane_inside _ S F). eapply written_found with (x := Not _); [reflexivity | lia |].
  intros x id [G | G]; congruence.
Qed.

Lemma remove_found s k : sane g s -> snd (remove d s k) = found s k /\ sane g (fst (remove d s k)) /\
  forall j, found (fst (remove d s k)) j = with_entry (found s) k None j.
Proof.
  intros S. unfold remove. destruct (found s k) as [e|] eqn:F; cbn [fst snd]; split; auto; split; auto.
  - apply found_spec in F. now apply (vacate_sane _ S F).
  - intros j. eapply vacate_found; eauto.
  - intros j. unfold with_entry. destruct (same_spec j k) as [-> | N]; auto.
Qed.

Lemma remove_all_found ks : forall s j, sane g s ->
  found (remove_all d s ks) j = if existsb (same j) ks then None else found s j.
Proof.
  induction ks as [|k ks IH]; intros s j S; [reflexivity|]. destruct (remove_found k S) as (_ & S' & F).
  cbn [existsb remove_all fold_left]. fold (remove_all d (fst (remove d s k)) ks). rewrite IH, F by auto.
  unfold with_entry. destruct (same j k), (existsb (same j) ks); auto.
Qed.

Lemma replaced_found s k e e' j : sane g s -> found s k = Some e ->
  found (replaced s k e') j = with_entry (found s) k (Some e') j.
Proof.
  intros S F. apply found_spec in F. pose proof (sane_inside _ S F).
  apply written_found with (x := Has e' (snd k)); [reflexivity | lia |]. intros x id [G | G]; congruence.
Qed.

Lemma changed_found s f j : found (with_contents s (each_changed f (contents s))) j = option_map f (found s j).
Proof.
  unfold found. cbn [with_contents contents]. rewrite get_each_changed.
  destruct (get (contents s) (fst j)) as [[e id|?]|]; cbn; auto. now destruct (id =? snd j).
Qed.

Lemma with_entries_same (l : list (key * E)) : forall m m' : mapping, (forall j, m j = m' j) ->
  forall j, with_entries m l j = with_entries m' l j.
Proof.
  induction l as [|x l IH]; intros m m' H; cbn; auto. apply IH. intros j. unfold with_entry.
  destruct (same j (fst x)); auto.
Qed.

Lemma insert_all_found es : forall s, sane g s -> let (s', ks) := insert_all d s es in
  (forall j, found s' j = with_entries (found s) (combine ks es) j) /\
  length ks = length es /\ NoDup ks /\ forall k, In k ks -> found s k = None.
Proof.
  induction es as [|e es IH]; intros s S; cbn [insert_all]; [cbn; repeat split; auto using NoDup_nil; easy|].
  destruct (insert_sane e S) as [S1 _]. pose proof (insert_found e S) as F. destruct (insert d s e) as [s1 k].
  specialize (IH s1 S1). destruct F as [F U], (insert_all d s1 es) as [s2 ks], IH as (F2 & L & N & O).
  assert (forall j, In j ks -> j <> k /\ found s j = None) as O'.
  { intros j I%O. rewrite F in I. unfold with_entry in I. destruct (same_spec j k); easy. }
  split; [|split; [cbn; auto | split]].
  - intros j. rewrite F2. cbn [combine with_entries fold_left fst snd]. apply with_entries_same. exact F.
  - constructor; auto. intros I%O'. easy.
  - intros j [<- | I]; auto. now apply O'.
Qed.

Lemma lists_filter (m m' : mapping (E := E)) l f : lists m l ->
  (forall k e, m' k = Some e <-> m k = Some e /\ f (k, e) = true) -> lists m' (filter f l).
Proof.
  intros [N I] H. split; [|intros k e; now rewrite filter_In, I, H]. clear I H.
  induction l as [|x l IH]; cbn in *; auto. inversion N as [|? ? X N']; subst. destruct (f x); cbn; auto.
  constructor; auto. intros (y & Q & Y)%in_map_iff. apply X. rewrite <- Q. apply in_map. now apply filter_In in Y.
Qed.

Lemma view_spec s k e : sane g s -> found s k = Some e -> view_of (found s) k (view s (fst k)).
Proof.
  intros S F. unfold view, view_of. eexists. split; [|reflexivity].
  apply lists_filter with (found s); [exact (items_list S)|]. intros j x. unfold with_entry. cbn [fst].
  destruct (same_spec j k) as [-> | N]; [rewrite Z.eqb_refl; split; [discriminate | now intros []]|].
  destruct (Z.eqb_spec (fst j) (fst k)) as [M|M]; split; try easy. intros G. destruct (N (found_place _ _ _ G F M)).
Qed.

Lemma empty_items s : sane g s -> (live_of s =? 0) = match items s with [] => true | _ => false end.
Proof. intros S. rewrite (live_cells_are_counted S). destruct (items s); reflexivity. Qed.

Lemma found_looked_up s : sane g s ->
  map (fun x => found s (fst x)) (items s) = map (fun x => Some (snd x)) (items s).
Proof. intros S. apply map_ext_in. intros [k e] I. cbn. now apply (in_items _ _ S). Qed.

Lemma traversed s : sane g s -> Forall2 (fun x y => fst y = snd x /\ view_of (found s) (fst x) (snd y))
  (items s) (map (fun x => (snd x, view s (fst (fst x)))) (items s)).
Proof.
  intros S. assert (forall k e, In (k, e) (items s) -> view_of (found s) k (view s (fst k))) as H.
  { intros k e I%(in_items _ _ S). eauto using view_spec. }
  induction (items s) as [|[k e] l IH]; cbn; constructor; eauto with datatypes.
Qed.

(** * What single operations answer, and change *)

Lemma clear_found s k : found (clear d s) k = None.
Proof. unfold found, clear. cbn [contents]. now rewrite get_none. Qed.

Lemma exchange_found s k sought : sane g s ->
  snd (exchange s k sought) = option_map (fun e => (e, if same k sought then None else found s sought)) (found s k) /\
  forall j, found (fst (exchange s k sought)) j =
    (if has (found s) k && has (found s) sought
     then with_entry (with_entry (found s) k (found s sought)) sought (found s k) else found s) j.
Proof.
  intros S. unfold exchange, has.
  destruct (found s k) as [e|] eqn:F; cbn [option_map]; [|split; auto; now destruct (found s sought)].
  destruct (found s sought) as [e'|] eqn:G; cbn [andb]; [|split; auto; now destruct (same k sought)].
  destruct (Z.eqb_spec (fst sought) (fst k)) as [M|M]; cbn [fst snd].
  - rewrite (found_place _ _ _ G F M) in *. rewrite same_refl. split; auto. intros j. unfold with_entry.
    destruct (same_spec j k) as [-> |]; congruence.
  - destruct (same_spec k sought) as [-> | N]; [easy|]. split; auto. intros j.
    pose proof (fun j => replaced_found k e' j S F) as R. unfold with_entry in *.
    rewrite (replaced_found sought (e := e')).
    + unfold with_entry. destruct (same j sought); auto.
    + apply move_sane with (Exchange k sought) s []; auto. destruct k. eapply replaces. apply found_spec in F.
      exact F.
    + rewrite R. now destruct (same_spec sought k).
Qed.

Lemma listed_has (m : mapping (E := E)) l j : lists m l -> existsb (same j) (map fst l) = has m j.
Proof.
  intros [_ L]. unfold has. destruct (m j) as [e|] eqn:M.
  - apply L in M. apply existsb_exists. exists j. split; [apply (in_map fst) in M; exact M | apply same_refl].
  - apply not_true_is_false. intros (k & ([i e] & <- & I)%in_map_iff & Q)%existsb_exists. cbn in Q. apply L in I.
    destruct (same_spec j i); congruence.
Qed.

Lemma retained s keep : sane g s ->
  let rejected := filter (fun x => negb (keep (snd x))) (items s) in
  lists (Contract.among (found s) (fun e => negb (keep e))) rejected /\
  forall j, found (remove_all d (iteration s) (map fst rejected)) j = Contract.among (found s) keep j.
Proof.
  intros S. cbn zeta. set (rejected := filter _ _).
  assert (lists (Contract.among (found s) (fun e => negb (keep e))) rejected) as L.
  { apply lists_filter with (found s); [exact (items_list S)|]. intros k e. cbn [snd]. unfold Contract.among.
    destruct (found s k) as [x|]; [destruct (keep x) eqn:K; cbn|]; (split; [|intros [[= ->] Q]; rewrite ?K in Q]);
      try easy. intros [= ->]. now rewrite K. }
  split; auto. intros j. rewrite remove_all_found, (listed_has _ L) by (destruct S; now constructor).
  change (found (iteration s) j) with (found s j). unfold has, Contract.among. destruct (found s j) as [x|]; auto.
  now destruct (keep x).
Qed.

(** The packed form of a key that finds an element leads back to it. *)
Definition packs s : Prop := forall k e w v, found s k = Some e -> index_bits (options s) = Some w ->
  id_bits (options s) = Some v -> fits w (fst k) && fits v (snd k) = true.

Lemma repack_spec s k : sane g s -> packs s -> repack s k = Unable \/ repack s k = Found (found s k).
Proof.
  intros S P. unfold repack. destruct (index_bits (options s)) as [w|] eqn:I; auto.
  destruct (id_bits (options s)) as [v|] eqn:V; auto. right. f_equal.
  destruct (fits w (fst k) && fits v (snd k)) eqn:F.
  - f_equal. apply (lawful_spec _ (options_lawful S)) in I as [W _]. destruct k as [i id].
    unfold fits, pack, unpack in *. cbn [fst snd] in *. rewrite !andb_true_iff, Z.leb_le, Z.ltb_lt in F. f_equal.
    + rewrite Z.land_lor_distr_l, !Z.land_ones, Z.shiftl_mul_pow2, Z.mod_mul, Z.mod_small by lia. reflexivity.
    + rewrite Z.shiftr_lor, Z.shiftr_shiftl_l, Z.sub_diag by lia. cbn.
      rewrite (Z.shiftr_div_pow2 i), Z.div_small, Z.lor_0_r by lia. reflexivity.
  - destruct (found s k) as [e|] eqn:G; auto. rewrite (P k e w v) in F by auto. discriminate.
Qed.

(** An operation that only reads, or removes everything, shows the items of the list. *)
Ltac shown s := exists (items s); split; [assumption|]; f_equal;
  eauto using live_cells_are_counted, empty_items, found_looked_up.

Theorem step_refines s o : sane g s -> packs s -> let (s', a) := step d s o in
  allowed (found s) o a /\ forall k, found s' k = effect (found s) o a k.
Proof.
  intros S P. pose proof (items_list S) as I.
  destruct o; cbn [step]; try solve [cbn; split; auto using clear_found; shown s].
  - destruct (has_room s 1); cbn; [|auto]. pose proof (insert_found e S) as F. destruct (insert d s e) as [s' k]. cbn.
    split; [right; exists k; split; auto; apply F | apply F].
  - destruct (has_room s _); cbn; [|auto]. pose proof (insert_all_found es S) as F.
    destruct (insert_all d s es) as [s' ks]. destruct F as (F & L & N & O). cbn. split; eauto 10.
  - destruct (remove_found k S) as (A & _ & F). destruct (remove d s k) as [s' e]. cbn in *. subst e. auto.
  - destruct (remove_found k S) as (A & S1 & F). destruct (remove d s k) as [s1 e].
    destruct (remove_found other S1) as (A1 & _ & F1). cbn [fst snd] in *. destruct (remove d s1 other) as [s2 e'].
    cbn in *. subst e e'. rewrite F. split; [|intros j; rewrite F1]; unfold with_entry.
    + destruct (same_spec other k), (same_spec k other); congruence.
    + destruct (same j other); auto. apply F.
  - cbn. split; auto. eexists. split; [reflexivity|]. unfold key_at, found.
    destruct (get (contents s) (fst k)) as [[e id|n]|] eqn:G; cbn [fst snd]; rewrite ?G, ?Z.eqb_refl; auto.
  - split; [now apply repack_spec | reflexivity].
  - unfold resolves. cbn. unfold has. destruct (found s k) eqn:F; cbn; eauto using replaced_found.
  - cbn. destruct (found s k) eqn:F; cbn; split; eauto using replaced_found. intros j. unfold with_entry.
    destruct (same_spec j k) as [-> |]; auto.
  - cbn. split; auto. intros k. apply changed_found.
  - pose proof (exchange_found k sought S) as [A F]. destruct (exchange s k sought) as [s' x]. cbn [fst snd] in *.
    subst x. split; [reflexivity | exact F].
  - cbn. split; auto. destruct (found s k) as [e|] eqn:F; auto. exists (view s (fst k)). eauto using view_spec.
  - cbn. split; auto. exists (items s). eexists. eauto using traversed.
  - cbn. split; auto. exists (items s). split; [exact I|]. rewrite empty_items by auto. now destruct (items s).
  - pose proof (retained keep S) as [L F]. cbn. split; [eexists; split; [exact L | reflexivity] | exact F].
  - cbn zeta. destruct (has_room s (Z.of_N count)); cbn; split; auto. intros k. unfold with_room.
    now destruct (_ <=? _).
  - cbn. split; auto. intros k. rewrite <- (keeps_found k (shorter_keeps (shrunk_sane D S))). unfold shrink_to_fit.
    now destruct (_ <? _).
Qed.

End Refinement.
